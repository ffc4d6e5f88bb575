import type { PropsWithChildren } from 'hono/jsx'

/** What may be larger than its place: reached by keyboard, and announced by its name. */
export function Scrollable({ name, children }: PropsWithChildren<{ readonly name: string }>) {
  return (
    <section class="scroll" tabindex={0} aria-label={name}>
      {children}
    </section>
  )
}
