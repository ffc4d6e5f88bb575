import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { startLoopbackServer } from '../../../src/author/testing/vendor/loopback.ts'

/** An issue as a tracker has it. */
export interface ServedIssue {
  readonly id: string
  readonly title: string
  readonly text: string
  isOpen: boolean
  readonly comments: string[]
}

export interface ServedRequest {
  readonly host: string
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

/** What a server answers in place of its own answer. `lost`: it does its work and breaks the connection. */
export type Mischief =
  | 'lost'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }

type Json = Readonly<Record<string, unknown>>

/**
 * Jira, Linear and GitHub on loopback, each at its own host name: `fetch` sends every request of a runtime to them. They refuse a
 * request that the vendor's description does not allow.
 */
export async function startTrackers() {
  const server = await startLoopbackServer()
  onTestFinished(() => server.close())
  const requests: ServedRequest[] = []
  const issues = new Map<string, ServedIssue>()
  const world = { mischief: undefined as ((request: ServedRequest) => Mischief | undefined) | undefined }
  server.serve(async (request, response) => {
    const served = await readRequest(request)
    requests.push(served)
    const mischief = world.mischief?.(served)
    if (mischief !== undefined && mischief !== 'lost') {
      response.writeHead(mischief.status, { 'content-type': 'application/json', ...mischief.headers })
      response.end(mischief.body ?? '{}')
      return
    }
    const { status, json } = answer(served, issues)
    if (mischief === 'lost') response.destroy()
    else {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(json === undefined ? '' : JSON.stringify(json))
    }
  })
  const send = (url: string, init: RequestInit): Promise<Response> => {
    const { host, pathname, search } = new URL(url)
    return fetch(`${server.origin}${pathname}${search}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'x-host': host },
    })
  }
  return { fetch: send as typeof fetch, requests, issues, world }
}

async function readRequest(request: IncomingMessage): Promise<ServedRequest> {
  const { method = '', url = '', headers } = request
  const { authorization } = headers
  return { host: String(headers['x-host']), method, path: url, authorization, body: await text(request) }
}

interface Answer {
  readonly status: number
  readonly json?: unknown
}

function answer(request: ServedRequest, issues: Map<string, ServedIssue>): Answer {
  const body: Json = request.body === '' ? {} : JSON.parse(request.body)
  if (request.host === 'api.github.com') return answerGitHub(request, body, issues)
  if (request.host === 'acme.atlassian.net') return answerJira(request, body, issues)
  if (request.host === 'api.linear.app') return answerLinear(request, body, issues)
  throw new Error(`Nobody is at ${request.host}.`)
}

function answerGitHub(
  { method, path, authorization }: ServedRequest,
  body: Json,
  issues: Map<string, ServedIssue>,
): Answer {
  if (authorization !== 'Bearer github-token') return { status: 401 }
  const [, id, sub] = /^\/repos\/acme\/app\/issues(?:\/(\d+))?(\/comments)?(?:\?|$)/.exec(path) ?? []
  const show = ({ id: number, isOpen, text: shown }: ServedIssue) => ({
    number: Number(number),
    state: isOpen ? 'open' : 'closed',
    body: shown,
  })
  if (method === 'POST' && id === undefined) {
    demandMembers(body, ['title', 'body'])
    return { status: 201, json: show(addIssue(issues, String(issues.size + 1), String(body.title), String(body.body))) }
  }
  if (method === 'GET' && id === undefined) return { status: 200, json: [...issues.values()].map(show) }
  const issue = issues.get(id ?? '')
  if (issue === undefined) return { status: 404 }
  if (sub !== undefined) {
    demandMembers(body, ['body'])
    issue.comments.push(String(body.body))
    return { status: 201, json: {} }
  }
  if (method === 'PATCH') {
    demandMembers(body, ['state', 'state_reason'])
    if (!['completed', 'not_planned', 'duplicate', 'reopened'].includes(String(body.state_reason)))
      return { status: 422 }
    issue.isOpen = body.state === 'open'
  }
  return { status: 200, json: show(issue) }
}

const categories = { open: { id: '11', key: 'new' }, closed: { id: '31', key: 'done' } }

function answerJira(
  { method, path, authorization }: ServedRequest,
  body: Json,
  issues: Map<string, ServedIssue>,
): Answer {
  const expected = `Basic ${Buffer.from('ada@acme.example:jira-token').toString('base64')}`
  if (authorization !== expected) return { status: 401 }
  const show = ({ id, isOpen }: ServedIssue) => ({
    id,
    key: `OPS-${id}`,
    fields: { status: { statusCategory: { key: isOpen ? 'new' : 'done' } } },
  })
  if (path === '/rest/api/3/search/jql') {
    demandMembers(body, ['jql', 'fields', 'maxResults'])
    const marker = /description ~ "([a-z0-9]+)"/.exec(String(body.jql))?.[1] ?? '-'
    const found = [...issues.values()].filter(({ text: shown }) => shown.includes(marker))
    return { status: 200, json: { issues: found.map(show), isLast: true } }
  }
  if (path === '/rest/api/3/issue') {
    const fields = body.fields as Json
    demandMembers(fields, ['project', 'issuetype', 'summary', 'description'])
    const issue = addIssue(issues, String(issues.size + 1), String(fields.summary), JSON.stringify(fields.description))
    return { status: 201, json: { id: issue.id, key: `OPS-${issue.id}`, self: 'https://acme.atlassian.net/x' } }
  }
  const [, id, sub] = /^\/rest\/api\/3\/issue\/(\d+)(?:\/(transitions|comment))?(?:\?|$)/.exec(path) ?? []
  const issue = issues.get(id ?? '')
  if (issue === undefined) return { status: 404 }
  if (sub === 'comment') {
    issue.comments.push(JSON.stringify(body.body))
    return { status: 201, json: {} }
  }
  if (sub === 'transitions' && method === 'GET')
    return {
      status: 200,
      json: {
        transitions: Object.values(categories).map(({ id: transition, key }) => ({
          id: transition,
          to: { statusCategory: { key } },
        })),
      },
    }
  if (sub === 'transitions') {
    issue.isOpen = (body.transition as Json).id === categories.open.id
    return { status: 204 }
  }
  return { status: 200, json: show(issue) }
}

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function answerLinear({ authorization }: ServedRequest, body: Json, issues: Map<string, ServedIssue>): Answer {
  if (authorization !== 'linear-token') return { status: 401 }
  const query = String(body.query)
  const variables = body.variables as Json
  const input = (variables.input ?? {}) as Json
  const show = ({ id, isOpen }: ServedIssue) => ({
    id,
    identifier: 'ENG-1',
    url: 'https://linear.app/acme/issue/ENG-1',
    state: { type: isOpen ? 'unstarted' : 'completed' },
  })
  if (query.includes('teams(')) return { status: 200, json: { data: { teams: { nodes: [{ id: uuidOf(1) }] } } } }
  if (query.includes('issueCreate')) {
    if (issues.has(String(input.id))) return { status: 200, json: { errors: [{ message: 'id is taken' }] } }
    const issue = addIssue(issues, String(input.id), String(input.title), String(input.description))
    return { status: 200, json: { data: { issueCreate: { success: true, issue: show(issue) } } } }
  }
  const issue = issues.get(String(variables.id ?? input.issueId))
  if (query.includes('commentCreate')) {
    issue?.comments.push(String(input.body))
    return { status: 200, json: { data: { commentCreate: { success: true } } } }
  }
  if (query.includes('issueUpdate')) {
    if (issue) issue.isOpen = input.stateId === uuidOf(3)
    return { status: 200, json: { data: { issueUpdate: { success: true } } } }
  }
  const states = [
    { id: uuidOf(2), type: 'completed', position: 1 },
    { id: uuidOf(3), type: 'unstarted', position: 2 },
  ]
  const nodes = issue === undefined ? [] : [{ ...show(issue), team: { states: { nodes: states } } }]
  return { status: 200, json: { data: { issues: { nodes } } } }
}

function addIssue(issues: Map<string, ServedIssue>, id: string, title: string, shown: string): ServedIssue {
  const issue = { id, title, text: shown, isOpen: true, comments: [] }
  issues.set(id, issue)
  return issue
}

function demandMembers(body: Json, known: readonly string[]): void {
  const strange = Object.keys(body).find((name) => !known.includes(name))
  if (strange !== undefined) throw new Error(`The description has no member ${strange} here.`)
}
