import { expect, test } from 'vitest'
import { pageRoutes } from '../../../src/app/pages/page-routes.ts'
import { allRoutes } from '../../../src/app/routes/all-routes.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { isDrawn } from '../../setup/short-form.ts'
import { openApiHost } from '../host/world.ts'
import { openPages } from './world.ts'

const parameters = ['q', 'text', 'before', 'after', 'state', 'check', 'connector', 'control', 'person', 'period']

describePostgres('a text with U+0000 on PostgreSQL', () => {
  test('is an answer to no page, and no failure of the service', async () => {
    const { get } = await openPages({ store: await testPostgres() })
    const failed: string[] = []
    const ask = async (path: string) => {
      const { status } = await get(path)
      if (status >= 500) failed.push(`${status} ${path}`)
    }

    for (const { path } of pageRoutes.filter((route) => route.method === 'get')) {
      await ask(path.replaceAll(/:\w+/g, '%00'))
      for (const name of path.includes(':') || !isDrawn(path, 4) ? [] : parameters) await ask(`${path}?${name}=a%00b`)
    }

    expect(failed).toEqual([])
  })

  test('is refused by every route', async () => {
    const { ask } = await openApiHost({}, { store: await testPostgres() })
    const failed: string[] = []

    for (const { method, path, query } of allRoutes) {
      const at = path.replaceAll(/\{\w+\}/g, '%00')
      const answer = await ask(method.toUpperCase(), at)
      if (answer.status >= 500) failed.push(`${answer.status} ${method} ${at}`)
      if (method === 'get' && isDrawn(path, 2))
        for (const name of Object.keys(query?.shape ?? {})) {
          const { status } = await ask('GET', `${path.replaceAll(/\{\w+\}/g, 'x')}?${name}=a%00b`)
          if (status >= 500) failed.push(`${status} ${path}?${name}`)
        }
    }

    expect(failed).toEqual([])
  })
})
