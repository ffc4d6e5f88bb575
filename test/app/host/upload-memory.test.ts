import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openApiHost, readAnswer } from './world.ts'

const path = '/v1/evidence-forms/uploads'
const mebibyte = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Memory that is still in use: garbage that is not collected yet does not show what a request holds. */
function bufferBytes(): number {
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}

test('streams 100 MiB from the network to the disk with flat memory, and refuses one byte more', async () => {
  const folder = createTempFolder()
  const { ask, runtime } = await openApiHost({}, { store: `sqlite:${folder}/store.db` })
  const chunk = Buffer.alloc(mebibyte, 'evidence ')
  let peakBytes = 0
  async function* body(size: number) {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="formType"\r\n\r\nx\r\n--b\r\n')
    yield Buffer.from('Content-Disposition: form-data; name="file"; filename="x"\r\n\r\n')
    for (let sent = 0; sent < size; sent += chunk.length) {
      yield chunk.subarray(0, Math.min(chunk.length, size - sent))
      if (sent % (10 * mebibyte) === 0) peakBytes = Math.max(peakBytes, bufferBytes())
    }
    yield Buffer.from('\r\n--b--\r\n')
  }
  const send = (size: number) =>
    readAnswer(
      ask('POST', path, {
        raw: ReadableStream.from(body(size)),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      }),
    )
  // What the first request loads is not what a large one holds.
  await send(mebibyte)
  peakBytes = 0
  const beforeBytes = bufferBytes()

  const whole = await send(100 * mebibyte)
  const grownBytes = peakBytes - beforeBytes
  const tooLarge = await send(100 * mebibyte + 1)

  expect([whole.status, tooLarge.status]).toEqual([201, 413])
  expect((await runtime.workspace.files.find(whole.body.fileKey))?.sizeBytes).toBe(100 * mebibyte)
  console.log(`memory over 100 MiB of upload: ${(grownBytes / mebibyte).toFixed(1)} MiB more at most`)
  expect(grownBytes).toBeLessThan(24 * mebibyte)
})
