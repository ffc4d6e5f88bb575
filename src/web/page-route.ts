import type { Child } from 'hono/jsx'
import type { Person } from '../host/host-options.ts'
import type { HostParts } from '../host/host-parts.ts'
import type { Action } from '../workspace/permissions.ts'
import type { SentForm } from './form.ts'
import type { NoticeId } from './frame/page-notices.ts'

/** A request for a page, and who asks. */
export interface Visit extends Pick<HostParts, 'runtime' | 'users' | 'objects' | 'bundles' | 'streams' | 'report'> {
  readonly request: Request
  readonly requestId: string
  /** Of the path: `/connect/:connectorId`. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

/** Of a person who is signed in; their organization is all that they may see. */
export interface OwnVisit extends Visit {
  readonly person: Person
}

/** A form that this person sent from a page of ours. */
export interface OwnSubmission extends OwnVisit {
  readonly form: SentForm
}

/** A page, to be put into the frame. */
export interface ShownPage {
  readonly kind: 'page'
  /** Of the window, and of the page for who hears it. */
  readonly title: string
  readonly content: Child
  /** @default 200 */
  readonly status?: number
  /** `Set-Cookie` values. */
  readonly cookies?: readonly string[]
  /** Where the browser goes on to by itself: a URL elsewhere, which then is not told where the person was. */
  readonly goOnTo?: string
  /** The page is loaded again after so many seconds, where no script keeps it up to date. @default never */
  readonly reloadSeconds?: number
}

/** What a handler gives back. */
export type PageAnswer =
  | ShownPage
  | {
      /** 303, so that going back or loading again sends no form twice. */
      readonly kind: 'redirect'
      /** Path below where the pages are mounted. */
      readonly to: string
      /** Said on top of the page there. */
      readonly notice?: NoticeId
      /** Id of what was made, for the audit log. */
      readonly made?: string
      readonly cookies?: readonly string[]
    }
  | {
      /** A download, a stream of events. */
      readonly kind: 'response'
      readonly response: Response
    }

export interface PageRoute {
  readonly method: 'get' | 'post'
  readonly path: string
  /** What the role of the person has to allow; `anybody`: without signing in. */
  readonly access: Action | 'anybody'
  /** Of a POST: how it is noted in the audit log. */
  readonly audit: ActionAudit | undefined
  readonly answer: (
    visit: Visit & { readonly person: Person | undefined; readonly form: SentForm },
  ) => Promise<PageAnswer>
}

export interface ActionAudit {
  /** Such as `connection.create`; the same as of the route of the API that does the same. */
  readonly action: string | ((submission: OwnSubmission) => string)
  /** Parameter of the path that names what is changed. @default none */
  readonly target?: string
}

/** Declares a page. */
export function definePage(route: {
  readonly path: string
  readonly access: Action
  readonly show: (visit: OwnVisit) => Promise<PageAnswer>
}): PageRoute {
  const { path, access, show } = route
  return {
    method: 'get',
    path,
    access,
    audit: undefined,
    answer: (visit) => show({ ...visit, person: requirePerson(visit) }),
  }
}

/** Declares what a form does. Its token, its origin and who sends it are proven before `act` is called. */
export function defineAction(route: {
  readonly path: string
  readonly access: Action
  /** undefined: nothing is changed. */
  readonly audit: ActionAudit | undefined
  readonly act: (submission: OwnSubmission) => Promise<PageAnswer>
}): PageRoute {
  const { path, access, audit, act } = route
  return { method: 'post', path, access, audit, answer: (visit) => act({ ...visit, person: requirePerson(visit) }) }
}

function requirePerson({ person }: { readonly person: Person | undefined }): Person {
  if (person === undefined) throw new TypeError('page: nobody proved who they are')
  return person
}
