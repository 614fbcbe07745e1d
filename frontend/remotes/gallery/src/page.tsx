export function Page() {
  return <h1 className="p-8 text-4xl">here</h1>
}
