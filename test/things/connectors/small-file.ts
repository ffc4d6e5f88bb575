import { fakeVendor } from '../../../src/author/testing/index.ts'

export interface SmallFile {
  readonly baseUrl: string
  readonly version?: string
  readonly title?: string
  readonly id?: string
  /** Further lines of the file. */
  readonly more?: string
}

/** A connector as data with one check. */
export const formatSmallFile = ({
  baseUrl,
  version = '1.0.0',
  title = 'Sign-on is enforced',
  id = 'acme',
  more = '',
}: SmallFile) => `
checkwright: connector/v1
id: ${id}
name: Acme
version: ${version}
baseUrl: ${baseUrl}
auth: { type: api_key, config: { in: header, name: X-Key } }
test: { path: /settings }
${more}
checks:
  - id: sso-enforced
    title: ${title}
    get: { path: /settings }
    resource: { type: workspace, id: body.id }
    pass: body.sso.enforced
    fail: { title: Passwords still work, remediation: Turn on single sign-on. }
`

/** A vendor that remembers every key that reached it. */
export async function startSmallVendor() {
  const keys: string[] = []
  const vendor = await fakeVendor({
    routes: {
      'GET /settings': ({ headers }) => {
        keys.push(String(headers['x-key']))
        return { json: { id: 7, sso: { enforced: true } } }
      },
    },
  })
  return { url: vendor.url, keys, close: () => vendor.close() }
}

/** A recording of its one check, as `checkwright record` writes it. */
export function formatSmallRecording({ baseUrl, id = 'acme' }: Pick<SmallFile, 'baseUrl' | 'id'>): string {
  return JSON.stringify({
    schema: 'checkwright.recording/v1',
    connector: { id, version: '1.0.0' },
    inputs: { now: '2026-05-01T00:00:00Z', variables: {}, settings: {}, credentials: {}, stateBefore: {} },
    checks: [
      {
        id: 'sso-enforced',
        status: 'fail',
        complete: true,
        results: [
          {
            status: 'fail',
            resource: { type: 'workspace', id: '7' },
            title: 'Passwords still work',
            severity: 'medium',
            remediation: 'Turn on single sign-on.',
            evidence: { sso: { enforced: false } },
          },
        ],
      },
    ],
    exchanges: [
      {
        checks: ['sso-enforced'],
        request: { method: 'GET', url: `${baseUrl}/settings` },
        response: { status: 200, json: { id: 7, sso: { enforced: false } } },
      },
    ],
  })
}
