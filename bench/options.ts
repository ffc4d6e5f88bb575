import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { baseline, peers } from './peers.ts'
import { workloads } from './workloads.ts'

export interface Options {
  readonly rounds: number
  /** Part of the full amounts. */
  readonly scale: number
  readonly workloads: readonly string[]
  readonly peers: readonly string[]
  /** Folder of the built package. */
  readonly packageFolder: string
}

export const usage = `npm start -- [options]

  --rounds N        rounds, each peer once in each                    (5)
  --scale X         part of the full amounts: 0.1 for a quick look    (1)
  --only w1,w5      workloads: ${[...Object.keys(workloads), 'w6'].join(', ')}
  --peers a,b       peers beside ${baseline}: ${Object.keys(peers).join(', ')}
  --package FOLDER  built package to measure                          (the one around bench/)`

const allWorkloads = [...Object.keys(workloads), 'w6']

/** @throws TypeError that names the argument */
export function optionsOf(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      scale: { type: 'string', default: '1' },
      only: { type: 'string', multiple: true },
      peers: { type: 'string', multiple: true },
      package: { type: 'string', default: join(import.meta.dirname, '../..') },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return 'help'
  const packageFolder = resolve(values.package)
  if (!existsSync(join(packageFolder, 'dist/index.js')))
    throw new TypeError('--package: there is no dist/index.js in it; run "npm run build" there first')
  const chosen = among('--peers', values.peers, Object.keys(peers))
  return {
    rounds: positive('--rounds', values.rounds, Number.isInteger),
    scale: positive('--scale', values.scale, Number.isFinite),
    workloads: among('--only', values.only, allWorkloads),
    peers: Object.keys(peers).filter((peer) => peer === baseline || chosen.includes(peer)),
    packageFolder,
  }
}

function positive(name: string, text: string, is: (value: number) => boolean): number {
  const value = Number(text)
  if (is(value) && value > 0) return value
  throw new TypeError(`${name}: "${text}" is not a number that fits`)
}

function among(name: string, given: readonly string[] | undefined, known: readonly string[]): readonly string[] {
  const wanted = given?.flatMap((each) => each.split(',')).filter((each) => each !== '') ?? []
  const stranger = wanted.find((each) => !known.includes(each))
  if (stranger !== undefined) throw new TypeError(`${name}: "${stranger}" is none of ${known.join(', ')}`)
  return wanted.length === 0 ? known : known.filter((each) => wanted.includes(each))
}
