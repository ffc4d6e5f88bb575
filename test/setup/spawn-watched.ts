import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * Starts a server that ends with this process, also where that was killed, which no handler of ours would survive: a shell becomes the
 * server, and what it leaves behind ends it when our end of its stdin closes.
 * @param endSignal that ends it
 */
export function spawnWatched(
  command: string,
  args: readonly string[],
  { endSignal, ...options }: SpawnOptions & { readonly endSignal: 'QUIT' | 'KILL' },
): ChildProcess {
  const watched = `exec 3<&0; (cat <&3 >/dev/null 2>&1; kill -${endSignal} $$) & exec "$0" "$@" 3<&-`
  const [program, given] =
    process.platform === 'win32' ? [command, [...args]] : ['/bin/sh', ['-c', watched, command, ...args]]
  return spawn(program, given, { ...options, stdio: ['pipe', 'ignore', 'pipe'] })
}

/** It no longer keeps a finished process alive. */
export function release(server: ChildProcess): void {
  server.unref()
  for (const held of [server.stdin, server.stderr]) if (held instanceof Socket) held.unref()
}
