import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type InventoryOutcome, toInventoryId } from '../define/index.ts'
import { readLines } from '../text/read-lines.ts'
import { toCanonicalLine } from './canonical-json.ts'
import { toInventoryFileName } from './inventory-head.ts'
import type { StoredRecord } from './stored-record.ts'

/** Writes the records of inventories into a new folder, for its owner alone: a file each, a record a line. */
export async function writeInventoryFiles(
  folder: string,
  inventories: readonly Pick<InventoryOutcome, 'of' | 'part'>[],
  records: (inventoryId: string) => AsyncIterable<StoredRecord>,
): Promise<void> {
  await mkdir(folder, { mode: 0o700, recursive: true })
  for (const inventory of inventories) {
    const file = await open(join(folder, toInventoryFileName(inventory)), 'w', 0o600)
    try {
      await file.writeFile(toLines(records(toInventoryId(inventory))))
    } finally {
      await file.close()
    }
  }
}

/** Records of a file that `writeInventoryFiles` wrote. */
export async function* readInventoryFile(path: string): AsyncGenerator<StoredRecord, void, undefined> {
  for await (const { text } of readLines(createReadStream(path))) yield JSON.parse(text) as StoredRecord
}

async function* toLines(records: AsyncIterable<StoredRecord>): AsyncGenerator<string> {
  let lines = ''
  for await (const record of records) {
    lines += `${toCanonicalLine(record)}\n`
    if (lines.length < piecesLength) continue
    yield lines
    lines = ''
  }
  if (lines !== '') yield lines
}

const piecesLength = 64 * 1024
