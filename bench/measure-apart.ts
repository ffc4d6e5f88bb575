import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Assignment } from './client.ts'
import type { Sample } from './meter.ts'

const deadlineMs = 120_000

/**
 * Measures in a fresh process.
 * @throws Error with the process's last words when it dies or takes too long
 */
export async function measureApart(assignment: Assignment, execArgv: readonly string[] = []): Promise<Sample> {
  const script = fileURLToPath(new URL('./client.js', import.meta.url))
  const child = fork(script, [JSON.stringify(assignment)], {
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: deadlineMs,
  })
  let lastWords = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2_000)
  })
  return new Promise((resolve, reject) => {
    let sample: Sample | undefined
    child.on('message', (message) => {
      sample = message as Sample
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (sample) return resolve(sample)
      const why = /^.*Error.*$/m.exec(lastWords)?.[0] ?? lastWords.trim()
      reject(new Error(`${assignment.peer} in ${assignment.workload} ended with ${signal ?? code}: ${why}`))
    })
  })
}
