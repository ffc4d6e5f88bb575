import * as z from 'zod/mini'
import { toMarkdown, toPlainTitle } from '../issues/to-markdown.ts'
import { findOrGone } from './find-or-gone.ts'
import type { Issue, TrackerConnection, TrackerSettings, TrackerVendor } from './tracker-vendor.ts'

/** The members of an issue that we read. Source: docs.github.com/rest/issues/issues (2022-11-28). */
const Wire = z.object({
  number: z.int().check(z.positive()),
  state: z.enum(['open', 'closed']),
  body: z.optional(z.nullable(z.string())),
})

const pageRows = 100
const pagesMax = 5
/** Clocks differ, and a list by time must not begin after the issue. */
const skewMs = 5 * 60_000

/** Issues of a repository at github.com. */
export const github: TrackerVendor = {
  name: 'GitHub',
  findProblems: ({ project }) =>
    /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/(?!\.{1,2}$)[\w.-]{1,100}$/.test(project)
      ? []
      : [{ path: 'project', message: 'must be the owner and the name of a repository, such as acme/app' }],
  readOrigin: () => 'https://api.github.com',
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  authorize: (token) => `Bearer ${token}`,
  create: async ({ ask, settings }, { text }) => {
    const body = { title: toPlainTitle(text.title), body: toMarkdown(text.passages) }
    return toIssue(settings, await ask({ method: 'POST', path: issuesOf(settings), body: JSON.stringify(body) }, Wire))
  },
  // The list of a repository has an issue at once; its search has not.
  settlingMs: 0,
  find: async ({ ask, settings }, { marker, sinceMs }) => {
    for (let page = 1; page <= pagesMax; page++) {
      const query = {
        state: 'all',
        sort: 'created',
        direction: 'desc',
        since: new Date(sinceMs - skewMs).toISOString(),
        per_page: String(pageRows),
        page: String(page),
      }
      const issues = await ask({ method: 'GET', path: issuesOf(settings), query }, z.array(Wire))
      const found = issues.find(({ body }) => body?.includes(marker))
      if (found) return toIssue(settings, found)
      if (issues.length < pageRows) return undefined
    }
    return undefined
  },
  read: ({ ask, settings }, id) =>
    findOrGone(async () => toIssue(settings, await ask({ method: 'GET', path: pathOf(settings, id) }, Wire))),
  setOpen: async ({ ask, settings }, id, isOpen) => {
    const body = { state: isOpen ? 'open' : 'closed', state_reason: isOpen ? 'reopened' : 'completed' }
    await ask({ method: 'PATCH', path: pathOf(settings, id), body: JSON.stringify(body) }, Wire)
  },
  comment: async ({ ask, settings }, id, passages) => {
    const body = { body: toMarkdown(passages) }
    await ask({ method: 'POST', path: `${pathOf(settings, id)}/comments`, body: JSON.stringify(body) }, z.unknown())
  },
}

function issuesOf({ project }: TrackerSettings): string {
  const [owner = '', repository = ''] = project.split('/')
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/issues`
}

function pathOf(settings: TrackerConnection['settings'], id: string): string {
  return `${issuesOf(settings)}/${encodeURIComponent(id)}`
}

function toIssue({ project }: TrackerSettings, { number, state }: z.infer<typeof Wire>): Issue {
  return {
    id: String(number),
    key: `#${number}`,
    url: `https://github.com/${project}/issues/${number}`,
    isOpen: state === 'open',
  }
}
