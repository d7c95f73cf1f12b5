// What Pulumi's own code says about archives: their hashes, and the files that it finds in them. Run it with the modules
// of the engine, and keep what it prints:
//
//	cd tests/engine && go run ../../host/capability/asset/recorded/record.go > ../../host/capability/asset/recorded/archives.json
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/archive"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
)

// A node is text, a folder on disk, an archive file on disk, or an archive of nodes.
type node struct {
	Text   *string           `json:"text,omitempty"`
	Folder map[string]string `json:"folder,omitempty"` // contents; `-> target` makes a symbolic link
	File   []byte            `json:"file,omitempty"`
	Ending string            `json:"ending,omitempty"`
	Assets map[string]*node  `json:"assets,omitempty"`
}

type recorded struct {
	Case  string            `json:"case"`
	Node  *node             `json:"node"`
	Hash  string            `json:"hash"`
	Files map[string]string `json:"files"`
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func text(value string) *node { return &node{Text: &value} }

func assets(pairs ...any) *node {
	made := &node{Assets: map[string]*node{}}
	for at := 0; at < len(pairs); at += 2 {
		made.Assets[pairs[at].(string)] = pairs[at+1].(*node)
	}
	return made
}

func folder(pairs ...string) *node {
	made := &node{Folder: map[string]string{}}
	for at := 0; at < len(pairs); at += 2 {
		made.Folder[pairs[at]] = pairs[at+1]
	}
	return made
}

func tarFile(ending string, pairs ...string) *node {
	var buffer bytes.Buffer
	var to io.Writer = &buffer
	var packed *gzip.Writer
	if ending != ".tar" {
		packed = gzip.NewWriter(&buffer)
		to = packed
	}
	writer := tar.NewWriter(to)
	for at := 0; at < len(pairs); at += 2 {
		name, content := pairs[at], pairs[at+1]
		header := &tar.Header{Name: name, Mode: 0o644, Size: int64(len(content)), Typeflag: tar.TypeReg}
		if strings.HasSuffix(name, "/") {
			header.Typeflag = tar.TypeDir
		}
		check(writer.WriteHeader(header))
		_, err := writer.Write([]byte(content))
		check(err)
	}
	check(writer.Close())
	if packed != nil {
		check(packed.Close())
	}
	return &node{File: buffer.Bytes(), Ending: ending}
}

func zipFile(ending string, pairs ...string) *node {
	var buffer bytes.Buffer
	writer := zip.NewWriter(&buffer)
	for at := 0; at < len(pairs); at += 2 {
		file, err := writer.Create(pairs[at])
		check(err)
		_, err = file.Write([]byte(pairs[at+1]))
		check(err)
	}
	check(writer.Close())
	return &node{File: buffer.Bytes(), Ending: ending}
}

// build makes what Pulumi would be given.
func (n *node) build(place string) any {
	switch {
	case n.Text != nil:
		made, err := asset.FromText(*n.Text)
		check(err)
		return made
	case n.Folder != nil:
		for name, content := range n.Folder {
			path := filepath.Join(place, name)
			check(os.MkdirAll(filepath.Dir(path), 0o700))
			if target, link := strings.CutPrefix(content, "-> "); link {
				check(os.Symlink(target, path))
			} else {
				check(os.WriteFile(path, []byte(content), 0o600))
			}
		}
		check(os.MkdirAll(place, 0o700))
		made, err := archive.FromPath(place)
		check(err)
		return made
	case n.File != nil:
		check(os.WriteFile(place+n.Ending, n.File, 0o600))
		made, err := archive.FromPath(place + n.Ending)
		check(err)
		return made
	default:
		all := map[string]any{}
		count := 0
		for name, inner := range n.Assets {
			count++
			all[name] = inner.build(filepath.Join(place+".parts", strings.Repeat("x", count)))
			check(os.MkdirAll(place+".parts", 0o700))
		}
		made, err := archive.FromAssets(all)
		check(err)
		return made
	}
}

func main() {
	long := strings.Repeat("long", 20)
	cases := map[string]*node{
		"nothing":            assets(),
		"one text":           assets("a.txt", text("hello")),
		"an empty text":      assets("a.txt", text("")),
		"a whole block":      assets("a", text(strings.Repeat("x", 512)), "b", text(strings.Repeat("y", 513))),
		"names as they are":  assets("./a", text("1"), "b//c", text("2")),
		"a name of 100":      assets(strings.Repeat("n", 100), text("x")),
		"a name of 101":      assets(strings.Repeat("n", 101), text("x")),
		"a long path":        assets(long+"/"+long+"/file", text("x")),
		"a longer path":      assets(long+"/"+long+"/"+long+"/"+long+"/file", text("x")),
		"a long last part":   assets("a/"+strings.Repeat("n", 101), text("x")),
		"a slash at 100":     assets(strings.Repeat("n", 99)+"/é", text("x")),
		"not ASCII":          assets("folder/ä€😀.txt", text("ß")),
		"not ASCII, long":    assets(long+"/"+long+"/ä/"+long, text("x")),
		"digits of a record": assets(strings.Repeat("é", 43), text("x"), strings.Repeat("é", 44), text("x"), strings.Repeat("é", 45), text("x")),
		"a folder":           folder("b.txt", "b", "a/z.txt", "z", "a.txt", "a", "a/b/c", "c"),
		"a folder with links and Pulumi's own files": folder(
			"one", "1", "two", "-> one", "sub/three", "3", "linked", "-> sub", ".pulumi/state", "s", "sub/.pulumi/x", "x"),
		"an empty folder":   folder(),
		"a tar file":        tarFile(".tar", "dir/", "", "dir/a", "1", "./b", "2", strings.Repeat("p/", 80)+"é", "3"),
		"a packed tar file": tarFile(".tar.gz", "b", "2", "a", "1"),
		"a tgz file":        tarFile(".tgz", "b", "2", "a", "1"),
		"a zip file":        zipFile(".zip", "dir/", "", "dir/b", "2", "a", "1", "ü", strings.Repeat("many ", 1000)),
		"a jar file":        zipFile(".jar", "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n"),
		"archives in archives": assets(
			"text", text("t"), "folder", folder("x", "1", "y/z", "2"), "tar", tarFile(".tar", "b", "2", "a", "1"),
			"zip", zipFile(".zip", "c/d", "3"), "deep", assets("er", assets("st", text("!"), "zip", zipFile(".zip", "e", "4")))),
		"one file twice": assets("a", folder("b/c", "first"), "a/b", assets("c", text("second"))),
	}
	var all []recorded
	place, err := os.MkdirTemp("", "archives")
	check(err)
	defer os.RemoveAll(place)
	for _, name := range sorted(cases) {
		made := cases[name].build(filepath.Join(place, strings.ReplaceAll(name, " ", "-"))).(*archive.Archive)
		files := map[string]string{}
		reader, err := made.Open()
		check(err)
		for {
			file, blob, err := reader.Next()
			if err == io.EOF {
				break
			}
			check(err)
			content, err := io.ReadAll(blob)
			check(err)
			if _, seen := files[file]; !seen {
				files[file] = string(content)
			}
		}
		all = append(all, recorded{name, cases[name], made.Hash, files})
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	check(encoder.Encode(all))
}

func sorted(cases map[string]*node) []string {
	names := []string{}
	for name := range cases {
		names = append(names, name)
	}
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			if names[j] < names[i] {
				names[i], names[j] = names[j], names[i]
			}
		}
	}
	return names
}
