// Asks a service for findings that are overdue, and comments on each that nobody has commented on yet.
import { ApiProblem, createClient, listAll } from 'checkwright/client'

const {
  CHECKWRIGHT_URL: url = 'http://127.0.0.1:3000',
  CHECKWRIGHT_API_KEY: key = '',
  USER_ID: userId = '',
} = process.env

const client = createClient({ url, key })

try {
  for await (const { findingId, title, due } of listAll(client.findings.list, { overdue: 'true' })) {
    const { data } = await client.comments.list({ entityType: 'finding', entityId: findingId, limit: 1 })
    if (data.length === 0)
      await client.comments.create({
        // A second start writes no second comment.
        idempotencyKey: `overdue-${findingId}`,
        body: { entityType: 'finding', entityId: findingId, userId, content: `Overdue since ${due}. Who takes it?` },
      })
    console.log(`${title}: ${data.length === 0 ? 'asked' : 'has comments'}`)
  }
} catch (error) {
  if (!(error instanceof ApiProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
