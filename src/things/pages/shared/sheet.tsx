import type { Child, PropsWithChildren } from 'hono/jsx'

interface SheetProps {
  /** Of the heading, by which the section is called. */
  readonly id: string
  readonly title: Child
}

/** A section of a page, on a sheet of its own. */
export function Sheet({ id, title, children }: PropsWithChildren<SheetProps>) {
  return (
    <section class="sheet" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
