import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { HttpError } from '../../../errors/index.ts'
import { toMarkdown, toPlainTitle } from '../issues/to-markdown.ts'
import type { Issue, TrackerConnection, TrackerVendor } from './tracker-vendor.ts'

const uuid = z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i))

/** Source of all members: Linear's GraphQL schema, `packages/sdk/src/schema.graphql` of linear/linear (2026-07). */
const State = z.object({ id: uuid, type: z.string(), position: z.number() })
const Wire = z.object({
  id: uuid,
  identifier: z.string().check(z.regex(/^[A-Z0-9_]{1,32}-\d{1,12}$/)),
  url: z.string(),
  trashed: z.optional(z.nullable(z.boolean())),
  state: z.object({ type: z.string() }),
})
const members = 'id identifier url trashed state { type }'

const TeamAnswer = z.object({ teams: z.object({ nodes: z.array(z.object({ id: uuid })) }) })
const IssueAnswer = z.object({ issues: z.object({ nodes: z.array(Wire) }) })
const StatesAnswer = z.object({
  issues: z.object({
    nodes: z.array(z.object({ team: z.object({ states: z.object({ nodes: z.array(State) }) }) })),
  }),
})
const CreateAnswer = z.object({ issueCreate: z.object({ success: z.literal(true), issue: Wire }) })
const UpdateAnswer = z.object({ issueUpdate: z.object({ success: z.literal(true) }) })
const CommentAnswer = z.object({ commentCreate: z.object({ success: z.literal(true) }) })

/** Types of states in the order in which they are chosen. */
const openTypes = ['unstarted', 'backlog', 'started', 'triage']
const closedTypes = ['completed', 'canceled', 'duplicate']

/** Issues of a team at Linear. */
export const linear: TrackerVendor = {
  name: 'Linear',
  findProblems: ({ project }) =>
    /^[A-Za-z0-9_]{1,32}$/.test(project)
      ? []
      : [{ path: 'project', message: 'must be the key of a team, such as ENG' }],
  readOrigin: () => 'https://api.linear.app',
  headers: { accept: 'application/json' },
  // A personal key stands by itself, without the word Bearer.
  authorize: (token) => token,
  isLimit: (answer) => GraphQlAnswer.safeParse(answer).data?.errors?.some(isRateLimit) === true,
  create: async (connection, { ticketId, text }) => {
    const [team] = (
      await ask(
        connection,
        'query ($key: String!) { teams(filter: { key: { eq: $key } }, first: 1) { nodes { id } } }',
        { key: connection.settings.project.toUpperCase() },
        TeamAnswer,
      )
    ).teams.nodes
    if (team === undefined) throw createRefusal(`There is no team ${connection.settings.project}.`, 'HTTP_NOT_FOUND')
    const input = {
      id: toUuid4(ticketId),
      teamId: team.id,
      title: toPlainTitle(text.title),
      description: toMarkdown(text.passages),
    }
    const made = await ask(
      connection,
      `mutation ($input: IssueCreateInput!) { issueCreate(input: $input) { success issue { ${members} } } }`,
      { input },
      CreateAnswer,
    )
    return toIssue(made.issueCreate.issue)
  },
  settlingMs: 0,
  find: (connection, { ticketId }) => read(connection, toUuid4(ticketId)),
  read: (connection, id) => read(connection, id),
  setOpen: async (connection, id, isOpen) => {
    const query = `query ($id: ID!) { issues(filter: { id: { eq: $id } }, first: 1, includeArchived: true) { nodes { team { states(first: 100) { nodes { id type position } } } } } }`
    const { issues } = await ask(connection, query, { id }, StatesAnswer)
    const states = (issues.nodes[0]?.team.states.nodes ?? []).toSorted((one, other) => one.position - other.position)
    const state = (isOpen ? openTypes : closedTypes).flatMap((type) => states.filter((each) => each.type === type))[0]
    if (state === undefined)
      throw createRefusal(`The team has no state that ${isOpen ? 'opens' : 'closes'} an issue.`, 'HTTP_STATUS')
    await ask(
      connection,
      'mutation ($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }',
      { id, input: { stateId: state.id } },
      UpdateAnswer,
    )
  },
  comment: async (connection, issueId, passages) => {
    await ask(
      connection,
      'mutation ($input: CommentCreateInput!) { commentCreate(input: $input) { success } }',
      { input: { issueId, body: toMarkdown(passages) } },
      CommentAnswer,
    )
  },
}

async function read(connection: TrackerConnection, id: string): Promise<Issue | undefined> {
  const query = `query ($id: ID!) { issues(filter: { id: { eq: $id } }, first: 1, includeArchived: true) { nodes { ${members} } } }`
  const [found] = (await ask(connection, query, { id }, IssueAnswer)).issues.nodes
  return found === undefined || found.trashed === true ? undefined : toIssue(found)
}

/** An answer of 200 may have errors beside or in place of data. */
async function ask<Answer>(
  { ask }: TrackerConnection,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  schema: z.ZodMiniType<Answer>,
): Promise<Answer> {
  const request = { method: 'POST', path: '/graphql', body: JSON.stringify({ query, variables }) } as const
  const { data, errors } = await ask(request, GraphQlAnswer)
  if (errors !== undefined && errors.length > 0) {
    const isLimited = errors.some(isRateLimit)
    throw createRefusal('Linear refused the request.', isLimited ? 'HTTP_RATE_LIMITED' : 'HTTP_STATUS', isLimited)
  }
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  throw createRefusal('The answer of Linear is not what its schema says.', 'HTTP_NOT_JSON', true)
}

const GraphQlError = z.object({ extensions: z.optional(z.object({ code: z.optional(z.string()) })) })

const GraphQlAnswer = z.object({ data: z.optional(z.unknown()), errors: z.optional(z.array(GraphQlError)) })

function isRateLimit({ extensions }: z.infer<typeof GraphQlError>): boolean {
  return extensions?.code === 'RATELIMITED'
}

function createRefusal(
  message: string,
  code: 'HTTP_NOT_FOUND' | 'HTTP_STATUS' | 'HTTP_RATE_LIMITED' | 'HTTP_NOT_JSON',
  retryable = false,
): HttpError {
  return new HttpError(message, { code, method: 'POST', url: 'https://api.linear.app/graphql', retryable })
}

/** Linear takes an id that we choose, a UUID of version 4, and makes no second issue with it. */
function toUuid4(ticketId: string): string {
  const hex = hash('sha256', ticketId, 'hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function toIssue({ id, identifier, url, state }: z.infer<typeof Wire>): Issue {
  return { id, key: identifier, url: keepOwnUrl(url), isOpen: !closedTypes.includes(state.type) }
}

function keepOwnUrl(url: string): string | null {
  return URL.canParse(url) && new URL(url).origin === 'https://linear.app' ? new URL(url).href : null
}
