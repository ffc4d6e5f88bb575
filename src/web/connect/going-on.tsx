import type { PageAnswer } from '../page-route.ts'

/**
 * Sends the person on to the vendor: by a page that refreshes to it and not by a redirect, because Chromium holds whatever
 * follows a form to the policy's form-action, all the way through the vendor's own redirects.
 */
export function goOnToVendor(name: string, url: string, cookies: readonly string[]): PageAnswer {
  return {
    kind: 'page',
    title: `Going on to ${name}`,
    cookies,
    goOnTo: url,
    content: (
      <section class="lone">
        <h1>{`Going on to ${name}`}</h1>
        <p>
          {`You are sent to `}
          <b>{new URL(url).host}</b>
          {` to sign in and decide. Do it in this browser within ten minutes. Afterwards you come back here.`}
        </p>
        <p>
          <a class="button primary" href={url} rel="noreferrer">
            {`Go on to ${name}`}
          </a>
        </p>
      </section>
    ),
  }
}
