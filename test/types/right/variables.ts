import { type AnyConnector, type Check, type Connector, defineConnector } from 'checkwright'
import { same } from './equal.ts'

const options = [
  { value: 'eu', label: 'Europe' },
  { value: 'us', label: 'United States' },
] as const

const acme = defineConnector(
  {
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [
      { id: 'text', label: 'Text', type: 'text' },
      { id: 'needed', label: 'Needed', type: 'text', required: true },
      { id: 'number', label: 'Number', type: 'number', default: 4 },
      { id: 'boolean', label: 'Boolean', type: 'boolean', default: false },
      { id: 'select', label: 'Select', type: 'select', options, default: 'eu' },
      { id: 'maybe', label: 'Maybe', type: 'select', options },
      { id: 'fetched', label: 'Fetched', type: 'select' },
      { id: 'multiselect', label: 'Multiselect', type: 'multiselect', options, required: true },
      { id: 'teams', label: 'Teams', type: 'multiselect', default: [] },
      { id: 'domains', label: 'Domains', type: 'list', required: true, renamed: ['company_domains'] },
    ],
  },
  {
    options: {
      fetched: async (ctx) => {
        same<typeof ctx.credentials, { readonly api_key: string }>(true)
        return ctx.get<{ value: string; label: string }[]>('/regions')
      },
      teams: async () => [],
    },
  },
)

interface Inherited {
  readonly text: string | undefined
  readonly needed: string
  readonly number: number
  readonly boolean: boolean
  readonly select: 'eu' | 'us'
  readonly maybe: 'eu' | 'us' | undefined
  readonly fetched: string | undefined
  readonly multiselect: readonly ('eu' | 'us')[]
  readonly teams: readonly string[]
  readonly domains: readonly string[]
}

/** An intersection written out, because two ways of writing a type are not the same type. */
type Flat<T> = { [K in keyof T]: T[K] }

const plain = acme.check({
  id: 'plain',
  title: 'No variables of its own',
  run(ctx) {
    same<Flat<typeof ctx.variables>, Flat<Inherited>>(true)
  },
})

const own = acme.check({
  id: 'own',
  title: 'Variables of its own',
  variables: [
    { id: 'days', label: 'Days', type: 'number', default: 30, min: 1 },
    { id: 'mode', label: 'Mode', type: 'select', options: [{ value: 'strict', label: 'Strict' }] },
  ],
  run(ctx) {
    same<Flat<typeof ctx.variables>, Flat<Inherited & { readonly days: number; readonly mode: 'strict' | undefined }>>(
      true,
    )
  },
})

same<typeof plain, Check<'acme'>>(true)
same<typeof own, Check<'acme'>>(true)

const complete = acme.with(plain, own)
same<typeof complete, typeof acme>(true)

// Whatever its types, the runtime accepts a connector.
const connectors: AnyConnector[] = [acme, complete]
const checks: readonly Check[] = connectors.flatMap((connector) => connector.checks)
same<(typeof checks)[number]['connectorId'], string>(true)

// The type holds resolved values alone, nothing of the definition that they were computed from.
same<typeof acme, Connector<'acme', 'api_key', { readonly api_key: string }, Flat<Inherited>>>(true)
