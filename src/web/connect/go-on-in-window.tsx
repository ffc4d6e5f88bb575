/**
 * Vendors refuse to be shown in frames, and the cookie of a flow belongs to a window of its own. So the person goes on in
 * another window, where our page says again who asks.
 * @param props.url a begin link
 */
export function GoOnInWindow({ name, url }: { readonly name: string; readonly url: string }) {
  return (
    <>
      <h1>{`Sign in at ${name}`}</h1>
      <p>{`${name} does not sign people in inside another page, so it opens in a new window. Come back here afterwards.`}</p>
      <p>
        <a class="button primary" href={url} target="_blank" rel="noopener">
          {`Open ${name}`}
        </a>
      </p>
    </>
  )
}
