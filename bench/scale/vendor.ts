// A vendor that answers every request with a small JSON object, as cheaply as possible. Prints its URL.
import { createServer } from 'node:http'

const body = Buffer.from(JSON.stringify({ id: 'item', name: 'An item', enabled: true }))
const head = { 'content-type': 'application/json', 'content-length': body.length }
const server = createServer((_, response) => response.writeHead(200, head).end(body)).listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
