import { expect, test } from 'vitest'
import { findDocumentProblem } from '../../../src/data/compile/graphql-document.ts'

test.each([
  ['a query', 'query { users { id } }'],
  ['a query without its word', '{ users { id } }'],
  ['a query with fragments', 'query { users { ...f } } fragment f on User { id }'],
  ['a query that names a mutation in a text', 'query { users(name: "mutation { drop }") { id } }'],
])('%s only reads', (_what, document) => {
  expect(findDocumentProblem(document)).toBeUndefined()
})

test.each([
  ['a mutation', 'mutation { drop }', 'other than a query'],
  ['a mutation after a query', 'query { a } mutation M { drop }', 'other than a query'],
  ['a subscription', 'subscription { a }', 'other than a query'],
  ['a type', 'type A { a: Int }', 'other than a query'],
  ['two queries', 'query A { a } query B { b }', 'holds 2 queries'],
  ['no GraphQL', 'query {', 'is no GraphQL'],
  ['a document of very many words', `{ ${'a '.repeat(10_000)} }`, 'is no GraphQL'],
])('%s is refused', (_what, document, says) => {
  expect(findDocumentProblem(document)?.message).toContain(says)
})
