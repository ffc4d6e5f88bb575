import { expect, test } from 'vitest'
import { openDescribedApi } from '../../../src/data/described/described-api.ts'
import { openDescription } from '../../../src/descriptions/description.ts'

const operation = (operationId: string) => ({ operationId, responses: { 200: { description: 'Yes' } } })

test('DescribedApi.find() takes the path with most text of its own, where a placeholder fits all of a step', () => {
  const description = openDescription({
    openapi: '3.0.3',
    info: { title: 'Acme', version: '1' },
    paths: {
      '/projects/{id}': { get: operation('get') },
      '/projects/{id}:lock': { post: operation('lock') },
    },
  })
  if (!description) throw new Error('The description cannot be read.')
  const api = openDescribedApi(description, 'https://api.acme.example')

  expect(api.find('POST', '/projects/one:lock')).toMatchObject({ operation: { path: '/projects/{id}:lock' } })
  expect(api.find('GET', '/projects/one')).toMatchObject({ operation: { path: '/projects/{id}' } })
})
