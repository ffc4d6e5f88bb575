import type { PageAnswer } from '../page-route.ts'

/**
 * Sends the person on to the vendor. The page refreshes instead of redirecting, because Chromium applies the policy's
 * form-action to every redirect after a form, including the vendor's own.
 */
export function goOnToVendor(name: string, url: string, cookies: readonly string[]): PageAnswer {
  return {
    kind: 'page',
    title: `Continue to ${name}`,
    cookies,
    goOnTo: url,
    content: (
      <section class="lone">
        <h1>{`Continue to ${name}`}</h1>
        <p>
          {`You go to `}
          <b>{new URL(url).host}</b>
          {` to sign in and decide. Do it in this browser within ten minutes. Afterwards you come back here.`}
        </p>
        <p>
          <a class="button primary" href={url} rel="noreferrer">
            {`Continue to ${name}`}
          </a>
        </p>
      </section>
    ),
  }
}
