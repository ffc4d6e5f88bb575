import type { evidence as english } from './evidence.en.ts'

export const evidence: typeof english = {
  evidence: 'Nachweise',
  filesThatPeopleUploadedA:
    'Dateien, die Personen hochgeladen haben. Eine Datei allein erfüllt keine Anforderung: Jemand muss sie beurteilen.',
  files: 'Dateien',
  thereAreNoFiles: 'Es gibt keine Dateien.',
  pages: 'Seiten',
  earlierFiles: 'Frühere Dateien',
  download: 'Herunterladen',
  theFile: 'Die Datei',
  uploaded: 'Hochgeladen',
  by: ({ email }) => ` von ${email}`,
  for: 'Wofür',
  type: 'Typ',
  size: 'Größe',
  sha256: 'SHA-256',
  judgementsThatRestOnIt: 'Beurteilungen, die darauf beruhen',
  noneYet: 'Noch keine.',
  uploadAFile: 'Datei hochladen',
  whatItIsFor: 'Wofür sie ist',
  file: 'Datei',
  upload: 'Hochladen',
  bytes: ({ bytes }) => `${bytes} Byte`,
  kb: ({ bytes }) => `${bytes} kB`,
}
