import * as z from 'zod/mini'
import { HttpError } from '../../../errors/index.ts'
import { toAtlassianDocument } from '../issues/to-atlassian-document.ts'
import { findOrGone } from './find-or-gone.ts'
import type { Issue, TrackerSettings, TrackerVendor } from './tracker-vendor.ts'

const id = z.string().check(z.regex(/^\d{1,19}$/))
const key = z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,63}-\d{1,12}$/))

/** Source of all members: the description of the Jira Cloud platform REST API, version 3. */
const Created = z.object({ id, key })
const Status = z.object({ statusCategory: z.object({ key: z.string() }) })
const Wire = z.object({ id, key, fields: z.object({ status: Status }) })
const Found = z.object({ issues: z.array(Wire) })
const Transitions = z.object({ transitions: z.array(z.object({ id: z.string(), to: Status })) })

const issues = '/rest/api/3/issue'
const defaultIssueType = 'Task'

/** Issues of a project at Jira Cloud. */
export const jira: TrackerVendor = {
  name: 'Jira',
  findProblems: ({ site, project, account }) => [
    ...(site === null || new URL(site).origin !== site.replace(/\/$/, '')
      ? [{ path: 'site', message: 'must be the address of your site, such as https://acme.atlassian.net' }]
      : []),
    ...(account === null || !/^[\x21-\x39\x3b-\x7e]+$/.test(account)
      ? [{ path: 'account', message: 'must be the address of the account that the token is of' }]
      : []),
    ...(/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(project)
      ? []
      : [{ path: 'project', message: 'must be the key of a project, such as OPS' }]),
  ],
  readOrigin: ({ site }) => new URL(site ?? '').origin,
  headers: { accept: 'application/json' },
  authorize: (token, { account }) => `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
  create: async ({ ask, settings }, { text }) => {
    const fields = {
      project: { key: settings.project.toUpperCase() },
      issuetype: { name: settings.issueType ?? defaultIssueType },
      summary: text.title,
      description: toAtlassianDocument(text.passages),
    }
    const made = await ask({ method: 'POST', path: issues, body: JSON.stringify({ fields }) }, Created)
    return toIssue(settings, made, true)
  },
  // "Recent updates might not be immediately visible" in a search.
  settlingMs: 2 * 60_000,
  find: async ({ ask, settings }, { marker }) => {
    const jql = `project = "${settings.project.toUpperCase()}" AND description ~ "${marker}"`
    const body = { jql, fields: ['status'], maxResults: 2 }
    const [found] = (await ask({ method: 'POST', path: '/rest/api/3/search/jql', body: JSON.stringify(body) }, Found))
      .issues
    return found && toIssue(settings, found, isOpen(found.fields.status))
  },
  read: ({ ask, settings }, issueId) =>
    findOrGone(async () => {
      const query = { fields: 'status' }
      const found = await ask({ method: 'GET', path: pathOf(issueId), query }, Wire)
      return toIssue(settings, found, isOpen(found.fields.status))
    }),
  setOpen: async ({ ask, settings }, issueId, wanted) => {
    const path = `${pathOf(issueId)}/transitions`
    const { transitions } = await ask({ method: 'GET', path }, Transitions)
    const possible = transitions.filter(({ to }) => isOpen(to) === wanted)
    const [transition] = possible.toSorted((one, other) => rank(other.to) - rank(one.to))
    if (transition === undefined)
      throw new HttpError(`${settings.site} offers no transition that ${wanted ? 'opens' : 'closes'} the issue.`, {
        code: 'HTTP_PERMISSION_DENIED',
        method: 'GET',
        url: new URL(path, settings.site ?? undefined).href,
        retryable: false,
      })
    await ask({ method: 'POST', path, body: JSON.stringify({ transition: { id: transition.id } }) }, z.unknown())
  },
  comment: async ({ ask }, issueId, passages) => {
    const body = { body: toAtlassianDocument(passages) }
    await ask({ method: 'POST', path: `${pathOf(issueId)}/comment`, body: JSON.stringify(body) }, z.unknown())
  },
}

function pathOf(issueId: string): string {
  return `${issues}/${encodeURIComponent(issueId)}`
}

/** A status that is done is of the category `done`, whatever it is called. */
function isOpen({ statusCategory }: z.infer<typeof Status>): boolean {
  return statusCategory.key !== 'done'
}

/** What nobody has begun comes first where an issue is opened again. */
function rank({ statusCategory }: z.infer<typeof Status>): number {
  return statusCategory.key === 'new' ? 1 : 0
}

function toIssue({ site }: TrackerSettings, made: z.infer<typeof Created>, open: boolean): Issue {
  return { id: made.id, key: made.key, url: new URL(`/browse/${made.key}`, site ?? '').href, isOpen: open }
}
