import type { Child } from 'hono/jsx'
import type { Language } from '../../service/records/appearances.ts'
import { type Action, mayDo } from '../../service/rights/permissions.ts'
import type { Texts } from '../all-texts/texts.ts'
import type { SessionPerson } from '../api/options/person.ts'
import type { HostParts } from '../api/parts/host-parts.ts'
import type { Appearance } from '../parts/appearance-options.ts'
import type { AuditAction } from '../parts/audit-actions.ts'
import type { JudgementTrials } from '../parts/judgement-trials.ts'
import type { SentForm } from './form.ts'
import type { NoticeId } from './page-notices.ts'

/** A language with its texts. */
export type Speech = Pick<Visit, 'language' | 'texts'>

/** A request for a page, and the person. */
export interface Visit
  extends Pick<
    HostParts,
    'runtime' | 'users' | 'entities' | 'objects' | 'onComment' | 'proposeAnswer' | 'bundles' | 'streams' | 'report'
  > {
  readonly request: Request
  readonly requestId: string
  readonly language: Language
  /** Everything that the page says, in this language. */
  readonly texts: Texts
  /** Path of the page below the mount path; `/` for an answer that a link cannot ask for again. */
  readonly here: string
  /** What pages about that organization look like; without one, those of the platform. It is loaded once for each request. */
  readonly loadAppearance: (organizationId: string | undefined) => Promise<Appearance>
  /** For a page about another organization than that of the person: the language that it has. */
  readonly speakFor: (organizationId: string | undefined) => Promise<Speech>
  /** From the path: `/connect/:connectorId`. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Tries answers on the checks of a connector. */
  readonly judgementTrials: JudgementTrials
  /** The person who is signed in now. A long answer asks again whether they still are. */
  readonly findPersonAgain: () => Promise<SessionPerson | undefined>
}

/** The person who is signed in; they see their organization only. */
export interface OwnVisit extends Visit {
  readonly person: SessionPerson
}

/** A form that this person sent from one of our pages. */
export interface OwnSubmission extends OwnVisit {
  readonly form: SentForm
}

/** A page without its frame. */
export interface ShownPage {
  readonly kind: 'page'
  /** Title of the window, and heading for screen readers. */
  readonly title: string
  readonly content: Child
  /** @default 200 */
  readonly status?: number
  /** `Set-Cookie` values. */
  readonly cookies?: readonly string[]
  /** The URL that the browser continues to by itself, without a referrer. */
  readonly goOnTo?: string
  /** Seconds after which the page is loaded again, if no script keeps it up to date. @default never */
  readonly reloadSeconds?: number
  /** Id of the new thing that it shows, for the audit log. */
  readonly made?: string
  /** Whose name, logo, colour and language it has: see `speakFor`. @default those of the organization of the person, otherwise of the platform */
  readonly organizationId?: string | undefined
  /** Origins whose pages may show it in a frame. @default as `mayBeFramed` says of its route */
  readonly framedBy?: readonly string[]
}

/** A page without its frame. @param facts its title, and what is not as for most pages */
export function createPage(facts: Omit<ShownPage, 'kind' | 'content'>, content: Child): ShownPage {
  return { ...facts, kind: 'page', content }
}

/** The result of a handler. */
export type PageAnswer =
  | ShownPage
  | {
      /** 303, so that going back or loading again sends no form twice. */
      readonly kind: 'redirect'
      /** Path relative to the mount path of the pages. */
      readonly to: string
      /** Shown at the top of that page. */
      readonly notice?: NoticeId
      /** Id of the new thing, for the audit log. */
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
  /** The right that the role of the person must include; `anybody`: without signing in. */
  readonly access: Action | 'anybody'
  /**
   * Whether it is for people without an account here, on a page of a host: nobody is signed in there, whoever uses the
   * browser, and the window that opened it may hear of it. @default false
   */
  readonly isDialog?: boolean
  /** For a POST: its entry in the audit log. */
  readonly audit: ActionAudit | undefined
  /** Whether the form may have files. */
  readonly takesFiles?: boolean
  /** For a page that shows what vendors say of people: its entry in the audit log. */
  readonly auditRead?: ReadAudit | undefined
  readonly answer: (
    visit: Visit & { readonly person: SessionPerson | undefined; readonly form: SentForm },
  ) => Promise<PageAnswer>
}

export interface ActionAudit {
  /** Such as `connection.create`: the same as that of the API's route. */
  readonly action: AuditAction | ((submission: OwnSubmission) => AuditAction)
  /** Parameter of the path with the id of the changed thing. @default none */
  readonly target?: string
}

export interface ReadAudit {
  readonly action: AuditAction
  /** What was read, from the path: the id of the thing, and names of its parts. Anybody can ask for any path. */
  readonly describe: (params: Readonly<Record<string, string>>) => {
    readonly target: string
    readonly fields: readonly string[]
  }
}

/**
 * Whether the origins that the operator named may show the page in a frame. A page in a frame can be covered, so that
 * people press what they do not see. Nobody signs in there, changes the platform, or administers the organization. The
 * connect dialog narrows it down to the one page that opened it.
 */
export function mayBeFramed({
  path,
  access,
  isDialog = false,
}: Pick<PageRoute, 'path' | 'access' | 'isDialog'>): boolean {
  // Some settings are read by members, and the same page has the forms of an administrator.
  const isSettings = /^\/settings(?:\/|$)/.test(path)
  return isDialog || (access !== 'anybody' && !isSettings && mayDo('member', access))
}

/** Declares a page. */
export function definePage(route: {
  readonly path: string
  readonly access: Action
  /** @default nothing is written */
  readonly auditRead?: ReadAudit
  readonly show: (visit: OwnVisit) => Promise<PageAnswer>
}): PageRoute {
  const { path, access, auditRead, show } = route
  return {
    method: 'get',
    path,
    access,
    audit: undefined,
    auditRead,
    answer: (visit) => show({ ...visit, person: requirePerson(visit) }),
  }
}

/** Declares the action of a form. Its token, its origin and its sender are checked before `act` is called. */
export function defineAction(route: {
  readonly path: string
  readonly access: Action
  /** undefined: it changes nothing. */
  readonly audit: ActionAudit | undefined
  /** Whether the form may have files: `form.takeFiles`. @default false */
  readonly takesFiles?: boolean
  readonly act: (submission: OwnSubmission) => Promise<PageAnswer>
}): PageRoute {
  const { path, access, audit, takesFiles = false, act } = route
  const answer: PageRoute['answer'] = (visit) => act({ ...visit, person: requirePerson(visit) })
  return { method: 'post', path, access, audit, takesFiles, answer }
}

function requirePerson({ person }: { readonly person: SessionPerson | undefined }): SessionPerson {
  if (person === undefined) throw new TypeError('page: nobody proved who they are')
  return person
}
