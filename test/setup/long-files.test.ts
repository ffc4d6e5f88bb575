import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longFiles } from './long-files.ts'

test('every file that the runner begins with is there', () => {
  expect(longFiles.filter((file) => !existsSync(file))).toEqual([])
})
