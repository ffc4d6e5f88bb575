import { createRefusal } from '../../received/refuse-file.ts'
import { readCsv, writeCsv } from '../csv/csv.ts'
import { readDocx, writeDocx } from '../docx/docx.ts'
import { officeBytesMax } from '../limits.ts'
import type { CellText, FilledFile, Table } from '../table.ts'
import { readXlsx, writeXlsx } from '../xlsx/xlsx.ts'

/** A file as it came. */
export interface OfficeFile {
  /** Its end says the format. */
  readonly name: string
  readonly bytes: Uint8Array
}

interface OfficeFormat {
  readonly mediaType: string
  read(bytes: Uint8Array): readonly Table[] | Promise<readonly Table[]>
  write(bytes: Uint8Array, texts: readonly CellText[]): FilledFile | Promise<FilledFile>
}

const formats: Readonly<Record<string, OfficeFormat>> = {
  xlsx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    read: readXlsx,
    write: writeXlsx,
  },
  docx: {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    read: readDocx,
    write: writeDocx,
  },
  csv: { mediaType: 'text/csv; charset=utf-8', read: readCsv, write: writeCsv },
}

/** @throws CheckwrightError `IMPORT_REFUSED` for a file that is too large or of another format */
export function findOfficeFormat({ name, bytes }: OfficeFile): OfficeFormat {
  const end = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const format = Object.hasOwn(formats, end) ? formats[end] : undefined
  if (/^(?:xlsm|xltm|xlam|docm|dotm|xlsb)$/.test(end))
    throw createRefusal(`The file is a .${end}, which can have macros. Save it as .xlsx or .docx, and send that.`)
  if (format === undefined)
    throw createRefusal('Questionnaires are .xlsx, .docx or .csv. Save the file in one of these formats.')
  if (bytes.byteLength > officeBytesMax)
    throw createRefusal(
      `The file has ${Math.ceil(bytes.byteLength / 1024 ** 2)} MB. Files up to ${officeBytesMax / 1024 ** 2} MB can be read. Remove its pictures, and send it again.`,
    )
  return format
}

/** @throws CheckwrightError `IMPORT_REFUSED` */
export async function readOfficeFile(file: OfficeFile): Promise<readonly Table[]> {
  return findOfficeFormat(file).read(file.bytes)
}

/** The file with texts in some cells. @throws CheckwrightError `IMPORT_REFUSED` */
export async function writeOfficeFile(file: OfficeFile, texts: readonly CellText[]): Promise<FilledFile> {
  return findOfficeFormat(file).write(file.bytes, texts)
}
