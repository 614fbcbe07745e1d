package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// messages are the functions and methods whose first text is prose: logs, errors, subtests, spans.
var messages = map[string]bool{
	"Run": true, "New": true, "Errorf": true, "Error": true, "Warn": true, "Info": true, "Debug": true,
	"ErrorContext": true, "WarnContext": true, "InfoContext": true, "DebugContext": true, "Start": true, "Fatal": true,
	"Fatalf": true,
}

// parseGo lists the names that a Go file declares, its comments, and the messages of its logs and
// errors.
func parseGo(path string, text []byte) ([]item, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var items []item
	add := func(pos token.Pos, isName bool, text string) {
		items = append(items, item{path, files.Position(pos).Line, isName, text})
	}
	addNames := func(names ...*ast.Ident) {
		for _, name := range names {
			add(name.Pos(), true, name.Name)
		}
	}
	for _, group := range file.Comments {
		add(group.Pos(), false, group.Text())
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.File:
			addNames(n.Name)
		case *ast.FuncDecl:
			addNames(n.Name)
		case *ast.TypeSpec:
			addNames(n.Name)
		case *ast.Field:
			addNames(n.Names...)
		case *ast.ValueSpec:
			addNames(n.Names...)
		case *ast.RangeStmt:
			addNames(identifiers(n.Tok, n.Key, n.Value)...)
		case *ast.AssignStmt:
			addNames(identifiers(n.Tok, n.Lhs...)...)
		case *ast.CallExpr:
			if text, ok := messageOf(n); ok {
				add(n.Pos(), false, text)
			}
		}
		return true
	})
	return items, nil
}

// identifiers are those of expressions that a statement with := declares.
func identifiers(tok token.Token, expressions ...ast.Expr) []*ast.Ident {
	var names []*ast.Ident
	for _, e := range expressions {
		if name, ok := e.(*ast.Ident); ok && tok == token.DEFINE {
			names = append(names, name)
		}
	}
	return names
}

// messageOf returns the first literal text among the first two arguments of a call such as
// log.Info("…") or fmt.Errorf("…").
func messageOf(call *ast.CallExpr) (string, bool) {
	callee, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !messages[callee.Sel.Name] {
		return "", false
	}
	for _, arg := range call.Args[:min(2, len(call.Args))] {
		if literal, ok := arg.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, err := strconv.Unquote(literal.Value)
			return text, err == nil
		}
	}
	return "", false
}
