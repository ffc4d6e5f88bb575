import type { PropsWithChildren } from 'hono/jsx'

/** Content that may be larger than its box: reachable by keyboard, with a name for screen readers. */
export function Scrollable({ name, children }: PropsWithChildren<{ readonly name: string }>) {
  return (
    <section class="scroll" tabindex={0} aria-label={name}>
      {children}
    </section>
  )
}
