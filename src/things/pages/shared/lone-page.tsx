import type { Child } from 'hono/jsx'
import { createPage, type ShownPage } from '../page-route.ts'

interface LonePageProps {
  readonly title: string
  readonly text: Child
  /** @default 200 */
  readonly status?: number | undefined
}

/** A page that says one thing. */
export function createLonePage({ title, text, status = 200 }: LonePageProps): ShownPage {
  return createPage(
    { status, title },
    <section class="lone">
      <h1>{title}</h1>
      <p>{text}</p>
    </section>,
  )
}
