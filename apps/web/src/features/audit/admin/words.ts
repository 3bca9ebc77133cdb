/** The name of an operation, table or column as words: "createUser" is "Create user". */
export function actionText(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
