/** Colours and type of every page: quiet paper, one ink, and colour for verdicts. The service, the reports and the auditor's page begin with it. */
export const palette = `:root {
  color-scheme: light dark;
  --paper: light-dark(#faf9f7, #151413);
  --sheet: light-dark(#ffffff, #1d1b1a);
  --well: light-dark(#f4f2ee, #262422);
  --ink: light-dark(#1f1d1b, #ece8e2);
  --soft: light-dark(#67625c, #a8a198);
  --line: light-dark(#e7e3dd, #33302d);
  --edge: light-dark(#8f8981, #7d766e);
  --error: light-dark(#6a3fb5, #c0a3f5);
  --fail: light-dark(#b42318, #f59a90);
  --manual: light-dark(#8a5800, #e3b562);
  --pass: light-dark(#1d6f42, #84cb9e);
  --serif: ui-serif, Charter, "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif;
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
`
