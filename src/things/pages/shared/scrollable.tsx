import type { PropsWithChildren } from 'hono/jsx'

/** Content that may be larger than its box: reachable by keyboard, with a name for screen readers. */
export function Scrollable({
  name,
  isPaged = false,
  children,
}: PropsWithChildren<{
  readonly name: string
  /** Whether it is one short page of a list, which is as high as it needs. @default false */
  readonly isPaged?: boolean
}>) {
  return (
    <section class={isPaged ? 'scroll paged' : 'scroll'} tabindex={0} aria-label={name}>
      {children}
    </section>
  )
}
