import { useTexts } from '../../all-texts/use-texts.ts'

/**
 * Vendors refuse to be shown in frames, and the cookie of a flow belongs to a window of its own. So the person goes on in
 * another window, where our page says again who asks.
 * @param props.url a begin link
 */
export function GoOnInWindow({ name, url }: { readonly name: string; readonly url: string }) {
  const texts = useTexts()
  return (
    <>
      <h1>{texts.actions.signInTo({ name })}</h1>
      <p>{texts.connect.goOn.newWindow({ name })}</p>
      <p>
        <a class="button primary" href={url} target="_blank" rel="noopener">
          {texts.connect.goOn.open({ name })}
        </a>
      </p>
    </>
  )
}
