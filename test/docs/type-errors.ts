import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openNativeProgram } from '../types/native-program.ts'
import type { Block } from './blocks.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url)).replaceAll('\\', '/')

/** A block and those that continue it, which are one module together. */
interface Module {
  readonly path: string
  readonly blocks: readonly Block[]
}

/**
 * Compiles blocks against the sources, each a module of its own: a line `page:line: message` for every mistake. A block
 * `continue` goes on in the module before it, one `file=acme.ts` can be imported by others of its page as `./acme.ts`.
 */
export function findTypeErrors(blocks: readonly Block[]): string[] {
  const modules = new Map(modulesOf(blocks).map((module) => [module.path, module]))
  const texts = [...modules.values()].map(({ path, blocks }) => [path, blocks.map(({ text }) => text).join('\n')])
  const complaintsAbout = openNativeProgram([], Object.fromEntries(texts), { moduleDetection: 'force' })
  return [...modules.values()].flatMap((module) =>
    complaintsAbout(module.path).map(
      ({ line, message }) => `${placeOf(module, line - 1)}: ${message.replaceAll(/\n */g, ' ')}`,
    ),
  )
}

function modulesOf(blocks: readonly Block[]): Module[] {
  const modules: { path: string; blocks: Block[] }[] = []
  for (const block of blocks) {
    const former = modules.at(-1)
    if (block.info.startsWith('continue') && former?.blocks[0]?.page === block.page) {
      former.blocks.push(block)
      continue
    }
    const name = /\bfile=(\S+)/.exec(block.info)?.[1] ?? `line-${block.line}.ts`
    modules.push({ path: `${checkout}${posix.join('test/docs/pages', block.page, name)}`, blocks: [block] })
  }
  return modules
}

/** The line of the page for a line of the module, counted from 0. */
function placeOf({ blocks }: Module, line: number): string {
  let rest = line
  for (const block of blocks) {
    const length = block.text.split('\n').length
    if (rest < length) return `${block.page}:${block.line + rest}`
    rest -= length
  }
  return blocks[0]?.page ?? ''
}
