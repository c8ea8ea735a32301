# Every opcode of code/op.def has its row in a table of spec/bytecode.md, and no other has.
sed -n 's/^OP(\([A-Z0-9_]*\),.*/\1/p' "$ROOT/code/op.def" | sort > code
sed -n 's/^| `\{0,1\}\([A-Z][A-Z0-9_]*\)`\{0,1\} *|.*/\1/p' "$ROOT/spec/bytecode.md" | sort > spec
diff code spec && exit 0
echo "code/op.def (<) and the tables of spec/bytecode.md (>) differ"
exit 1
