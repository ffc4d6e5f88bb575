import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { locateChild } from '../../setup/locate-child.ts'
import type { WorkerTask } from './children/worker.ts'

const program = await locateChild(import.meta.url, 'children/worker.ts')

/** A process that takes runs; killed with the test. */
export async function startWorker(task: WorkerTask): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await Promise.race([once(child.stdout, 'data'), endsEarly(child)])
  return child
}

/** @returns its exit code, or the signal that ended it */
export async function waitForEnd(child: ChildProcess): Promise<number | NodeJS.Signals> {
  if (child.exitCode !== null) return child.exitCode
  if (child.signalCode !== null) return child.signalCode
  const [code, signal] = await once(child, 'exit')
  return code ?? signal
}

async function endsEarly(child: ChildProcess): Promise<never> {
  throw new Error(`the worker ended with ${await waitForEnd(child)} before it was ready`)
}
