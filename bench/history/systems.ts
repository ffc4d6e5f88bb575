import { type AnyConnector, defineConnector } from '../../src/index.ts'

const departments = ['Engineering', 'Sales', 'Finance', 'Support'] as const

/** What the key of a connection says: how many records it lists, of how many people, and which system it is. */
interface Size {
  readonly records: number
  readonly people: number
  readonly system: number
}

export function formatSize({ records, people, system }: Size): string {
  return `${records}/${people}/${system}`
}

function parseSize(key: string): Size {
  const [records = 0, people = 1, system = 0] = key.split('/').map(Number)
  return { records, people, system }
}

/** A directory of people, and a system in which they have accounts; neither has a check. */
export function createSystemConnectors(): readonly AnyConnector[] {
  const directory = defineConnector({
    id: 'directory',
    name: 'Directory',
    version: '1.0.0',
    baseUrl: 'https://directory.example.com',
    auth: key,
  })
  const persons = directory.inventory({
    of: 'person',
    tells: ['email', 'endsAt', 'department'],
    covers: ['everybody'],
    async *list({ credentials }) {
      for (const number of count(parseSize(credentials.api_key).records)) {
        const hasLeft = number % 50 === 9
        yield {
          id: `p${number}`,
          name: `Person ${number}`,
          email: addressOf(number),
          kind: 'employee',
          status: hasLeft ? 'left' : 'active',
          endsAt: hasLeft ? '2026-01-31' : null,
          department: departments[number % departments.length],
        }
      }
    },
  })
  const system = defineConnector({
    id: 'system',
    name: 'System',
    version: '1.0.0',
    baseUrl: 'https://system.example.com',
    auth: key,
  })
  const accounts = system.inventory({
    of: 'account',
    tells: ['email', 'emailVerified', 'administrator', 'secondFactor', 'roles'],
    covers: ['members'],
    async *list({ credentials }) {
      const { records, people, system: number } = parseSize(credentials.api_key)
      for (const index of count(records)) {
        const of = (index + number * 7919) % people
        // One in forty is of nobody whom the directory knows.
        const email = index % 40 === 3 ? `stranger-${number}-${index}@example.com` : addressOf(of)
        yield {
          id: `a${number}-${index}`,
          name: `Person ${of}`,
          email,
          emailVerified: true,
          kind: 'person',
          status: index % 30 === 5 ? 'suspended' : 'active',
          roles: ['member'],
          administrator: index % 25 === 1,
          secondFactor: index % 10 !== 2,
        }
      }
    },
  })
  return [directory.with(persons), system.with(accounts)]
}

const key = { type: 'api_key', config: { in: 'header', name: 'X-Key' } } as const

function addressOf(number: number): string {
  return `person-${number}@example.com`
}

function* count(to: number): Generator<number> {
  for (let number = 0; number < to; number++) yield number
}
