import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import type { Output } from '../../service/commands/terminal.ts'
import type { DoctorFinding, DoctorLevel } from '../doctor/doctor-finding.ts'

export interface DoctorOptions extends GlobalOptions {
  readonly publicUrl?: string | undefined
  /** Files of connectors beside the shipped ones. */
  readonly connector?: readonly string[] | undefined
}

/** Examines what a service needs and explains each finding. It makes neither a store nor a key. */
export async function runDoctorCommand(options: DoctorOptions, { terminal }: Context): Promise<ExitCode> {
  const { examine } = await import('../doctor/examine.ts')
  const findings = await examine({
    storeUrl: options.store,
    env: terminal.env,
    publicUrl: options.publicUrl,
    connectorFiles: options.connector ?? [],
    nowMs: Date.now(),
  })
  const isWell = findings.every(({ level }) => level !== 'problem')
  if (options.json) terminal.json({ ok: isWell, findings })
  else printFindings(findings, terminal.out)
  return isWell ? exitCodes.fine : exitCodes.usage
}

const colors: Readonly<Record<DoctorLevel, Parameters<Output['paint']>[0]>> = {
  ok: 'green',
  note: 'dim',
  warning: 'yellow',
  problem: 'red',
}

function printFindings(findings: readonly DoctorFinding[], out: Output): void {
  const rows = findings.map(({ id, level, says, advice }) => [
    id,
    out.paint(colors[level], level),
    advice === undefined ? says : `${says} → ${advice}`,
  ])
  out.write(formatColumns(rows, out))
  const count = (level: DoctorLevel) => findings.filter((finding) => finding.level === level).length
  out.line()
  out.line(
    count('problem') > 0
      ? `${count('problem')} to solve, ${count('warning')} to review.`
      : count('warning') > 0
        ? `It works; ${count('warning')} to review.`
        : 'All is well.',
  )
}
