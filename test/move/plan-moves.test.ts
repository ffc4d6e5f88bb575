import { expect, test } from 'vitest'
import { planMoves } from '../../scripts/move/plan-moves.ts'

const files = [
  'src/store/tables/waivers.ts',
  'src/store/tables/files.ts',
  'src/web/waivers/page.tsx',
  'test/store/tables/waivers.test.ts',
  'test/store/tables/waivers.postgres.test.ts',
  'test/store/tables/files.test.ts',
  'test/web/waivers/page.test.tsx',
  'test/web/waivers/shows.test.ts',
]

test('planMoves() moves a file by its own entry before that of its folder', () => {
  const moves = planMoves(
    { 'src/store/': 'src/service/store/', 'src/store/tables/waivers.ts': 'src/things/waivers/store.ts' },
    files,
  )

  expect(moves.get('src/store/tables/waivers.ts')).toBe('src/things/waivers/store.ts')
  expect(moves.get('src/store/tables/files.ts')).toBe('src/service/store/tables/files.ts')
})

test('planMoves() takes the tests of a file along, under its new name', () => {
  const moves = planMoves({ 'src/store/tables/waivers.ts': 'src/things/waivers/store.ts' }, files)

  expect(moves.get('test/store/tables/waivers.test.ts')).toBe('test/things/waivers/store.test.ts')
  expect(moves.get('test/store/tables/waivers.postgres.test.ts')).toBe('test/things/waivers/store.postgres.test.ts')
  expect(moves.has('test/store/tables/files.test.ts')).toBe(false)
})

test('planMoves() takes other tests along when their whole folder goes to one place', () => {
  const moves = planMoves({ 'src/web/waivers/': 'src/things/waivers/pages/' }, files)

  expect(moves.get('test/web/waivers/page.test.tsx')).toBe('test/things/waivers/pages/page.test.tsx')
  expect(moves.get('test/web/waivers/shows.test.ts')).toBe('test/things/waivers/pages/shows.test.ts')
})
