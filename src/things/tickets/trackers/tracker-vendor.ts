import type { Problem } from '../../../errors/index.ts'
import type { AskVendor } from '../../../service/notices/vendor-client.ts'
import type { IssueText, Passage } from '../issues/issue-text.ts'

/** Where issues go. */
export interface TrackerSettings {
  /** Of Jira: the address of the site. */
  readonly site: string | null
  /** Jira: key of the project. Linear: key of the team. GitHub: owner and repository. */
  readonly project: string
  /** Of Jira: the address of the account that the token is of. */
  readonly account: string | null
  /** Of Jira. */
  readonly issueType: string | null
}

/** An issue of a tracker. */
export interface Issue {
  /** What the API calls it. */
  readonly id: string
  /** What people call it: `OPS-12`, `#12`. */
  readonly key: string
  /** Its page. null: the tracker named none that is its own. */
  readonly url: string | null
  readonly isOpen: boolean
}

/** An issue that is to be made. */
export interface NewIssue {
  /** Id of its ticket. */
  readonly ticketId: string
  /** A word that is in the text of this issue and of no other. */
  readonly marker: string
  readonly text: IssueText
  /** When it was first asked for, epoch ms. */
  readonly sinceMs: number
}

export interface TrackerConnection {
  readonly ask: AskVendor
  readonly settings: TrackerSettings
}

/** How a vendor's API does what tickets need. Every path and member is from the vendor's description of it. */
export interface TrackerVendor {
  /** As people write it. */
  readonly name: string
  /** What is wrong with settings. */
  findProblems(settings: TrackerSettings): readonly Problem[]
  /** The origin that gets the token. */
  readOrigin(settings: TrackerSettings): string
  readonly headers: Readonly<Record<string, string>>
  /** The value of the header `authorization`. */
  authorize(token: string, settings: TrackerSettings): string
  /** Whether an answer of 4xx says that there were too many requests. @default by its status and headers alone */
  readonly isLimit?: (answer: unknown) => boolean
  create(connection: TrackerConnection, issue: NewIssue): Promise<Issue>
  /** Finds the issue that an earlier attempt may have made. */
  find(connection: TrackerConnection, issue: NewIssue): Promise<Issue | undefined>
  /** How long after an attempt the tracker may not find what it has made. */
  readonly settlingMs: number
  /** @returns undefined if it is gone */
  read(connection: TrackerConnection, id: string): Promise<Issue | undefined>
  setOpen(connection: TrackerConnection, id: string, isOpen: boolean): Promise<void>
  comment(connection: TrackerConnection, id: string, passages: readonly Passage[]): Promise<void>
}
