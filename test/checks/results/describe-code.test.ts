import { describe, expect, test } from 'vitest'
import { connectors } from '../../../connectors/index.ts'
import { describeConnectorCode } from '../../../src/checks/results/describe-code.ts'
import { defineConnector } from '../../../src/define/index.ts'

describe('describeConnectorCode()', () => {
  test('is the same for the same code, and another one for another function, hook, word or check', () => {
    const original = describeConnectorCode(define()).sha256

    expect(describeConnectorCode(define()).sha256).toBe(original)
    const edited = [
      define({ title: 'Another title' }),
      define({ run: (ctx) => ctx.manual({ resource: { type: 'user', id: '1' }, title: 'Has no name' }) }),
      define({ authenticate: async () => ({ headers: { 'x-key': '2' } }) }),
      define({ name: 'Another name' }),
    ]
    expect(new Set([original, ...edited.map((connector) => describeConnectorCode(connector).sha256)]).size).toBe(5)
  })

  test('names every shipped connector, each otherwise', async () => {
    const all = await Promise.all(Object.values(connectors).map((load) => load()))

    expect(new Set(all.map((connector) => describeConnectorCode(connector).sha256)).size).toBe(all.length)
  })
})

type Part = Parameters<Acme['check']>[0]
type Acme = ReturnType<typeof defineAcme>

function define({
  title = 'Has a name',
  run = (ctx) => ctx.pass({ resource: { type: 'user', id: '1' }, title: 'Has a name' }),
  authenticate = async () => ({ headers: { 'x-key': '1' } }),
  name = 'Acme',
}: Partial<Pick<Part, 'run' | 'title'>> & {
  readonly authenticate?: () => Promise<{ headers: Record<string, string> }>
  readonly name?: string
} = {}) {
  const acme = defineAcme(name, authenticate)
  return acme.with(acme.check({ id: 'named', title, severity: 'low', run }))
}

function defineAcme(name: string, authenticate: () => Promise<{ headers: Record<string, string> }>) {
  return defineConnector(
    {
      id: 'acme',
      name,
      baseUrl: 'https://api.acme.example',
      auth: { type: 'custom', config: { credentialFields: [] } },
    },
    { authenticate },
  )
}
