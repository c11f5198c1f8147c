/** Sentences in tables: what scripts/tomlModules.ts makes of the file. */
declare module '*.toml' {
  const words: import('./i18n/translate').WordTables;
  export default words;
}
