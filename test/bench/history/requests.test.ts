import { expect, test } from 'vitest'
import { notGrowing } from '../../../bench/history/not-growing.ts'
import { listRequests } from '../../../bench/history/requests.ts'
import { pageRoutes } from '../../../src/app/pages/page-routes.ts'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'

const subjects = {
  connectionId: 'x1',
  findingId: 'x2',
  userId: 'x3',
  runId: 'x4',
  systemId: 'x5',
  personKey: 'x6',
  reviewId: 'x7',
  taskId: 'x8',
  statedId: 'x9',
  judgementId: 'x10',
  waiverId: 'x11',
  webhookId: 'x12',
  deliveryId: 'x13',
  uploadId: 'x14',
  answerId: 'x15',
  logSize: 100,
}

const patterns = [
  ...allRoutes.filter(({ method }) => method === 'get').map(({ path }) => path),
  ...pageRoutes.filter(({ method }) => method === 'get').map(({ path }) => path),
]

/** The first one, as the server chooses among them. */
function findPattern(request: string): string | undefined {
  const [path = ''] = request.split('?')
  return patterns.find((pattern) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\{\w+\}|:\w+/g, '[^/]+')}$`).test(path),
  )
}

test('the bench of history asks every GET of the API and every page, or says why it does not grow', () => {
  const asked = new Set(listRequests(subjects).map((request) => findPattern(request) ?? `nothing answers ${request}`))
  const excused = Object.keys(notGrowing)

  expect(excused.filter((path) => asked.has(path))).toEqual([])
  expect([...asked, ...excused].sort()).toEqual([...patterns].sort())
})
