// Draws a sample again from its seed and its population, without any code of Checkwright: docs/samples.md has the steps.
//   node redraw.mjs draw.json ids.txt
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [drawFile, idsFile] = process.argv.slice(2)
const draw = JSON.parse(readFileSync(drawFile, 'utf8'))
const lines = readFileSync(idsFile, 'utf8').split('\n').slice(0, -1)
const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

// 1. Each id once, in the order of code units.
const population = Array.from(new Set(lines))
population.sort((a, b) => (a < b ? -1 : 1))

// 2. It is the population that the draw names.
const digest = sha256(population.map((id) => `${id}\n`).join(''))
const isSamePopulation = digest === draw.populationSha256 && population.length === draw.populationSize

// 3. The rank of an id is the digest of seed, line feed, id.
const ranks = new Map(population.map((id) => [id, sha256(`${draw.seed}\n${id}`)]))

// 4. The smallest ranks are drawn, in their order.
const expected = population
  .slice()
  .sort((a, b) => (ranks.get(a) < ranks.get(b) ? -1 : 1))
  .slice(0, draw.drawn.length)

const isSame = isSamePopulation && JSON.stringify(expected) === JSON.stringify(draw.drawn)
console.log(isSame ? 'same' : 'other')
process.exitCode = isSame ? 0 : 1
