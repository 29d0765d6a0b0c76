<?php
// A WebDAV server (sabre/dav of Debian, the library that Nextcloud answers with) at the address of Nextcloud, for tests.
//
// usage: php -S 127.0.0.1:0 webdav_server.php
//
// FOLDER of the environment has `files`, what is served, and `password`, that of the account `books` now.

error_reporting(E_ALL & ~E_DEPRECATED);
require '/usr/share/php/Sabre/autoload.php';

class OneAccount extends Sabre\DAV\Auth\Backend\AbstractBasic
{
    protected function validateUserPass($user, $password)
    {
        return $user === 'books' && $password === file_get_contents(getenv('FOLDER') . '/password');
    }
}

$server = new Sabre\DAV\Server(new Sabre\DAV\FS\Directory(getenv('FOLDER') . '/files'));
$server->setBaseUri('/remote.php/dav/files/books/');
$server->addPlugin(new Sabre\DAV\Auth\Plugin(new OneAccount(), 'tests'));
$server->exec();
