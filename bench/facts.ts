import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'

/** The machine and the versions of a measurement, which give numbers their meaning. */
export interface Facts {
  readonly date: string
  readonly node: string
  readonly platform: string
  readonly cores: number
  readonly cpu: string
  readonly memoryGB: number
  /** Load average of the last minute at the start, because other work on the machine makes numbers worse. */
  readonly load: number
  readonly checkwright: string
  /** The undici of Checkwright, and of the baseline; ratios are meaningful only if they are the same. */
  readonly undici: { readonly checkwright: string; readonly baseline: string }
}

export function facts(packageFolder: string): Facts {
  const [cpu] = cpus()
  return {
    date: new Date().toISOString(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: cpus().length,
    cpu: cpu?.model.trim() ?? 'unknown',
    memoryGB: Math.round(totalmem() / 2 ** 30),
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    checkwright: manifest(join(packageFolder, 'package.json')).version,
    undici: {
      checkwright: versionOfUndici(join(packageFolder, 'package.json')),
      baseline: versionOfUndici(import.meta.filename),
    },
  }
}

export function factLines({ date, node, platform, cores, cpu, memoryGB, load, checkwright, undici }: Facts): string {
  const same = undici.checkwright === undici.baseline
  return [
    `${date}, Node ${node}, ${platform}, ${cores} cores (${cpu}), ${memoryGB} GB, load ${load} at the start`,
    `Checkwright ${checkwright} on undici ${undici.checkwright}${same ? '' : `; WARNING: the baseline has undici ${undici.baseline}`}`,
  ].join('\n')
}

function versionOfUndici(from: string): string {
  return manifest(createRequire(from).resolve('undici/package.json')).version
}

function manifest(file: string): { readonly version: string } {
  return JSON.parse(readFileSync(file, 'utf8'))
}
