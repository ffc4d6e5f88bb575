import { expect, test } from 'vitest'
import { followRemovals } from '../../../src/things/access-reviews/follow-removals.ts'

test('followRemovals() looks at every review that waits for something, however many began since', async () => {
  const reviews = Array.from({ length: 350 }, (_, index) => ({
    id: `r${String(index).padStart(3, '0')}`,
    startedAtMs: 1_000 - index,
    isWaiting: index % 2 === 1,
    finishedAtMs: null,
  }))
  const lookedAt: string[] = []
  const accessReviews = {
    list: async ({ isFollowed, before, limit }: Asked) =>
      reviews
        .filter((each) => (isFollowed ? each.isWaiting : true) && (before ? each.id > before.id : true))
        .slice(0, limit),
    accounts: async (id: string) => {
      lookedAt.push(id)
      return []
    },
  }

  await followRemovals({ store: { accessReviews } } as never, { organizationId: 'acme', connectionId: 'c1' })

  const waiting = reviews.filter(({ isWaiting }) => isWaiting).map(({ id }) => id)
  expect(waiting.filter((id) => !lookedAt.includes(id))).toEqual([])
  expect(new Set(lookedAt).size).toBe(lookedAt.length)
})

interface Asked {
  readonly isFollowed?: boolean
  readonly before?: { readonly id: string }
  readonly limit: number
}
