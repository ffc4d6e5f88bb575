import { gunzipSync } from 'node:zlib'
import { type CheckContext, defineConnector } from 'checkwright'
import { XmlDocument, XmlElement } from 'libxml2-wasm'

const connector = defineConnector({
  id: 'harbor',
  name: 'Harbor',
  version: '1.0.0',
  description: 'An imaginary vendor that gives its users in every form that vendors have.',
  baseUrl: 'https://api.harbor.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'Authorization', prefix: 'Bearer ' } },
  test: { path: '/me' },
})

interface User {
  readonly id: string
  readonly mfa: boolean
}

function judge(ctx: Pick<CheckContext, 'pass' | 'fail'>, { id, mfa }: User): void {
  const result = { resource: { type: 'user', id }, evidence: { mfa } }
  if (mfa) ctx.pass({ ...result, title: 'Second factor on' })
  else ctx.fail({ ...result, title: 'No second factor', remediation: 'Enrol one under Profile → Security.' })
}

/** Only "true" and "false": any other word shows that the format has changed. */
function parseFlag(text: string | undefined): boolean {
  if (text === 'true') return true
  if (text === 'false') return false
  throw new Error('The second factor is neither "true" nor "false".')
}

/** Throws for unknown columns, so that a new format ends the check as `schema_drift`. */
function parseCsv(text: string): readonly User[] {
  const [head, ...lines] = text.trimEnd().split('\r\n')
  if (head !== 'id,mfa') throw new Error('The columns are not "id,mfa".')
  return lines.map((line) => {
    const [id, mfa, ...rest] = line.split(',')
    if (!id || rest.length > 0) throw new Error('A line does not have two columns.')
    return { id, mfa: parseFlag(mfa) }
  })
}

function parseNdjson(text: string): readonly User[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as User)
}

function parseXml(text: string): { readonly users: readonly User[]; readonly next: string | undefined } {
  using document = XmlDocument.fromString(text)
  if (document.root.name !== 'users') throw new Error('The answer is no list of users.')
  const users = document.find('/users/user').map((user) => {
    const id = user instanceof XmlElement ? user.attr('id')?.value : undefined
    const mfa = user instanceof XmlElement ? user.attr('mfa')?.value : undefined
    if (id === undefined) throw new Error('A user has no id.')
    return { id, mfa: parseFlag(mfa) }
  })
  return { users, next: document.get('/users/next')?.content }
}

/** A table in CSV, in one piece. */
const csvUsers = connector.check({
  id: 'csv-users',
  title: 'Users of the CSV report sign in with a second factor',
  async run(ctx) {
    const users = await ctx.get<readonly User[]>('/users.csv', { parse: parseCsv })
    for (const user of users) judge(ctx, user)
  },
})

/** XML, in pages: `parse` makes objects of it, and everything else is as for JSON. */
const xmlUsers = connector.check({
  id: 'xml-users',
  title: 'Users of the XML API sign in with a second factor',
  async run(ctx) {
    const users = ctx.paginate<User>('/users.xml', {
      parse: parseXml,
      items: 'users',
      next: { cursor: 'next', param: 'after' },
    })
    for await (const user of users) judge(ctx, user)
  },
})

/** An export: order it, wait for it, fetch it from storage by a signed address, unpack it. */
const exportedUsers = connector.check({
  id: 'exported-users',
  title: 'Users of the export sign in with a second factor',
  async run(ctx) {
    // It makes a file and changes nothing else, so it counts as reading.
    const { id } = await ctx.post<{ readonly id: string }>('/exports', { reads: true })
    for (let asked = 0; asked < 20; asked++) {
      const { url } = await ctx.get<{ readonly url: string | null }>(`/exports/${id}`)
      if (url !== null) return judgeExport(ctx, url)
      // With the clock of the run, so that a replay does not wait.
      await ctx.sleep(1_000)
    }
    ctx.cannotTell({ kind: 'timeout', message: 'Harbor had not made the export after 20 seconds. Run again later.' })
  },
})

async function judgeExport(ctx: Pick<CheckContext, 'fetch' | 'pass' | 'fail'>, url: string): Promise<void> {
  // Storage is on another company's host, so this request carries no credentials.
  const response = await ctx.fetch(url)
  if (!response.ok) throw new Error(`The storage answered ${response.status}.`)
  const text = gunzipSync(await response.arrayBuffer()).toString('utf8')
  for (const user of parseNdjson(text)) judge(ctx, user)
}

/** The offset of the next page is in a header. */
const headerUsers = connector.check({
  id: 'header-users',
  title: 'Users of the list with offsets sign in with a second factor',
  async run(ctx) {
    const users = ctx.paginate<User>('/users', {
      next: ({ headers }) => {
        const offset = headers.get('x-next-offset')
        return offset === null ? undefined : { query: { offset } }
      },
    })
    for await (const user of users) judge(ctx, user)
  },
})

/** The next page begins after the last item, as in object storage. The list ends at an empty page. */
const listedUsers = connector.check({
  id: 'listed-users',
  title: 'Users of the list by names sign in with a second factor',
  async run(ctx) {
    const users = ctx.paginate<User>('/names', {
      items: 'contents',
      next: ({ body }) => {
        const last = (body as { readonly contents: readonly User[] }).contents.at(-1)
        return last && { query: { 'start-after': last.id } }
      },
    })
    for await (const user of users) judge(ctx, user)
  },
})

/** Pages by `Range`, as at Heroku: 206 means that there is more. */
const rangedUsers = connector.check({
  id: 'ranged-users',
  title: 'Users of the list by ranges sign in with a second factor',
  async run(ctx) {
    for (let range: string | null = 'id ..'; range !== null; ) {
      const response: Response = await ctx.fetch('/ranges', { headers: { range } })
      if (!response.ok) throw new Error(`Harbor answered ${response.status}.`)
      for (const user of (await response.json()) as readonly User[]) judge(ctx, user)
      range = response.headers.get('next-range')
      if (response.status === 206 && range === null)
        ctx.cannotTell({ kind: 'incomplete_data', message: 'Harbor says that there is more, and not where.' })
    }
  },
})

export default connector.with(csvUsers, xmlUsers, exportedUsers, headerUsers, listedUsers, rangedUsers)
