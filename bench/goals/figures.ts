import { appendFileSync, readFileSync } from 'node:fs'

/** What a program has measured: numbers by name, one for each round. */
export type Figures = Readonly<Record<string, readonly number[]>>

/** The environment variable with the path of the file for figures. */
export const figuresFile = 'CHECKWRIGHT_BENCH_FIGURES'

/** Leaves figures for `npm run goals`. Does nothing if a person started the program. */
export function leaveFigures(figures: Figures): void {
  const file = process.env[figuresFile]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(figures)}\n`)
}

/** Everything that a program has left, even if it died after that. */
export function readFigures(file: string): Figures {
  const lines = readFileSync(file, 'utf8').split('\n')
  const left: Figures[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  return Object.assign({}, ...left)
}

/** Name of a number of one peer in one workload. */
export function nameFigure(workload: string, peer: string, key: string): string {
  return `${workload} ${peer} ${key}`
}

/** Name of the same as a multiple of undici's number in the same round. */
export function nameRatio(workload: string, peer: string, key: string): string {
  return `${nameFigure(workload, peer, key)} ×`
}
