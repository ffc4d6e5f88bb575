import { nameFigure, nameRatio } from './figures.ts'

/** What the project wants to reach. `npm run goals` measures each and says whether it is met. */
export interface Goal {
  /** As the table says it. */
  readonly what: string
  /** Name of the figure that a program leaves by `leaveFigures`. */
  readonly figure: string
  /** `×` is a ratio to something of the same round, and only ratios go into the history. */
  readonly unit: '×' | 'ms' | 'MB' | ''
  readonly atMost: number
  /** Each round has to meet it; otherwise their median. */
  readonly inEachRound?: boolean
  /** Other libraries have no such figure: the ratio is to another of ours. */
  readonly isOursAlone?: boolean
}

/** Peers whose figures stand beside ours in the table. Ratios are to undici's `Pool.request`, which is 1 everywhere. */
export const peersBeside = ['axios', 'got', 'octokit'] as const

function compare(what: string, [workload, peer, key]: readonly [string, string, string], atMost: number): Goal {
  return { what, figure: nameRatio(workload, peer, key), unit: '×', atMost }
}

function own(
  what: string,
  [workload, peer, key]: readonly [string, string, string],
  unit: Goal['unit'],
  atMost: number,
): Goal {
  return { what, figure: nameFigure(workload, peer, key), unit, atMost }
}

/** In the order of the table. */
export const goals: readonly Goal[] = [
  compare('CPU of a small GET, all features', ['w1', 'checkwright', 'cpuUsPerRequest'], 0.9),
  compare('CPU of a small GET, exchanges kept', ['w1', 'checkwright-kept', 'cpuUsPerRequest'], 1.15),
  compare('p99 of small GETs, 64 in flight', ['w1', 'checkwright', 'p99Ms'], 0.6),
  {
    ...compare('2,000 repositories, one question each: wall', ['w3', 'checkwright', 'wallSFull'], 1),
    inEachRound: true,
  },
  compare('1,000 connections × 5 requests × 5 results: CPU', ['w5', 'checkwright', 'cpuMsPerConnection'], 1.5),
  compare('1,000 connections × 5 requests × 5 results: peak resident memory', ['w5', 'checkwright', 'peakRssMB'], 1),
  {
    ...compare(
      'fair shares: 100 organizations, to one: CPU',
      ['w5', 'checkwright-organizations', 'cpuMsPerConnection'],
      1.05,
    ),
    isOursAlone: true,
  },
  own('peak heap at 2,000 pages, to 200 pages', ['w7', 'checkwright', 'heapGrowth'], '×', 1.1),
  compare('200 numbered pages at 20 ms: wall', ['w2l', 'checkwright', 'wallMsPerPage'], 0.2),
  own('1,000/s declared without burst: 429s', ['w8', 'checkwright-rate', 'answered429'], '', 0),
  own('1,000/s declared without burst: wall, to the ideal', ['w8', 'checkwright-rate', 'ofIdeal'], '×', 1.3),
  own('1,000/s and burst declared: 429s', ['w8', 'checkwright-declared', 'answered429'], '', 0),
  own('1,000/s and burst declared: wall, to the ideal', ['w8', 'checkwright-declared', 'ofIdeal'], '×', 1.15),
  own('1,000/s learned from headers: 429s', ['w8', 'checkwright', 'answered429'], '', 10),
  own('1,000/s learned from headers: wall, to the ideal', ['w8', 'checkwright', 'ofIdeal'], '×', 1.3),
  own('1,000/s learned from headers: failed requests', ['w8', 'checkwright', 'failed'], '', 0),
  own('20 checks ask the same 6 GETs: requests sent', ['w9', 'checkwright', 'requestsSent'], '', 6),
  own("import 'checkwright'", ['w6', 'checkwright', 'importMs'], 'ms', 10),
  own("import 'checkwright': memory over an empty process", ['w6', 'checkwright', 'rssOverEmptyMB'], 'MB', 6),
  { what: '--version, to node -e 0', figure: 'start --version', unit: '×', atMost: 2 },
  { what: 'list, to node -e 0', figure: 'start list', unit: '×', atMost: 2 },
  { what: 'run to the first request, to node -e 0', figure: 'start run, to the first request', unit: '×', atMost: 5 },
  own('a stored run, local engine: transactions', ['run', 'local', 'transactions'], '', 6),
  own('… CPU of the process', ['run', 'local', 'cpuMs'], 'ms', 3),
  own('… CPU of PostgreSQL', ['run', 'local', 'databaseMs'], 'ms', 3),
  own('a stored run, pg-boss: transactions', ['run', 'pg-boss', 'transactions'], '', 6),
  own('… CPU of the process', ['run', 'pg-boss', 'cpuMs'], 'ms', 3),
  own('… CPU of PostgreSQL', ['run', 'pg-boss', 'databaseMs'], 'ms', 3),
  own('a run begins after it was asked for, local engine: p50', ['run-start', 'local', 'p50Ms'], 'ms', 20),
  own('… pg-boss, on an idle worker: p50', ['run-start', 'pg-boss', 'p50Ms'], 'ms', 20),
  {
    what: 'page of the slowest framework, to SOC 2: 300 connections',
    figure: 'page of the slowest framework, to SOC 2',
    unit: '×',
    atMost: 1.5,
    isOursAlone: true,
  },
  { what: 'GET of the API, to bare Hono: CPU', figure: 'api GET', unit: '×', atMost: 4 },
  { what: 'POST of a comment, to bare Hono: CPU', figure: 'api POST', unit: '×', atMost: 8 },
  { what: 'page of a trust centre, to its status page: CPU', figure: 'trust page', unit: '×', atMost: 1.5 },
  {
    what: 'policy with 1,000 acknowledgements, to a page of findings: CPU',
    figure: 'acknowledgements page',
    unit: '×',
    atMost: 1,
  },
]
