// Everything of ours is written with runes.
export default { compilerOptions: { runes: true } };
