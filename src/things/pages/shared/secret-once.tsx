import type { PropsWithChildren } from 'hono/jsx'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link } from '../frame/links.tsx'

interface SecretOnceProps {
  readonly title: string
  readonly secret: string
  /** Path of the page to go on with. */
  readonly back: string
}

/** A secret that is shown this once. @param props.children what it is good for, and how long */
export function SecretOnce({ title, secret, back, children }: PropsWithChildren<SecretOnceProps>) {
  const texts = useTexts()
  return (
    <section class="lone">
      <h1>{title}</h1>
      <p>{children}</p>
      <div class="copy">
        <code id="secret">{secret}</code>
        <button class="button quiet scripted" type="button" data-copy="secret" data-copied={texts.shared.copied}>
          {texts.actions.copy}
        </button>
      </div>
      <p class="small">{texts.settings.secret.shownOnce}</p>
      <p>
        <Link to={back} looks="primary">
          {texts.settings.secret.done}
        </Link>
      </p>
    </section>
  )
}
