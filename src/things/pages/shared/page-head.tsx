import type { Child, PropsWithChildren } from 'hono/jsx'

interface PageHeadProps {
  /** Links to the pages above this one. */
  readonly crumbs?: Child
  readonly title: Child
  /** What the page is for. */
  readonly lead?: Child
  /** Links and forms beside the title. */
  readonly actions?: Child
}

/** The head of a page. @param props.children what stands below the lead */
export function PageHead({ crumbs, title, lead, actions, children }: PropsWithChildren<PageHeadProps>) {
  return (
    <header class="head">
      <div>
        {crumbs && <p class="crumbs">{crumbs}</p>}
        <h1>{title}</h1>
        {lead && <p class="lead">{lead}</p>}
        {children}
      </div>
      {actions && <div class="row">{actions}</div>}
    </header>
  )
}
