/** The organization that is asked: half of all connections are its own. */
export const large = 'acme'
export const ada = { userId: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }

export const dayMs = 86_400_000

/** So many days from now: `2026-12-31`. */
export function dayAfter(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
}

/** How much the large organization has beside its runs, for as many connections as it has. */
export interface Sizes {
  readonly people: number
  /** Accounts of each system. */
  readonly accounts: readonly number[]
  readonly reviews: number
  readonly tasks: number
  readonly statements: number
  readonly packages: number
  readonly uploads: number
  readonly answers: number
  readonly users: number
  readonly sessions: number
  readonly apiKeys: number
}

/** More than a page of each list. */
const fewest = 110

/** An organization of 50,000 connections has 20,000 people, 118,000 accounts in 200 systems, and so on. */
export function chooseSizes(connections: number): Sizes {
  const share = (every: number, least = fewest) => Math.max(least, Math.ceil(connections / every))
  const people = share(2.5)
  return {
    people,
    // One system is everybody's, few have most people, most have few.
    accounts: Array.from({ length: share(250, 2) }, (_, index) => Math.ceil(people / (index + 1))),
    reviews: share(500, 2),
    // An organization has at most 500.
    tasks: share(100),
    statements: share(5),
    packages: share(50),
    uploads: share(5),
    answers: share(5),
    users: share(25),
    sessions: share(10),
    apiKeys: share(100),
  }
}
